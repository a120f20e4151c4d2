//! What theory says is what runs find, and the page about it shows every claim.

use formicary::registry;
use formicary::theory::{CLAIMS, Effort};

use crate::support::{root, say};

#[test]
fn quick_checks_of_all_claims_agree() {
    let mut troubles = Vec::new();
    for claim in CLAIMS {
        let findings = (claim.build)(Effort::Quick).unwrap();
        assert!(!findings.is_empty(), "{} finds nothing", claim.name);
        let wrong = findings.into_iter().filter(|finding| !finding.holds);
        troubles.extend(wrong.map(|finding| format!("{}: {finding:?}", claim.name)));
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

#[test]
fn claims_are_sorted_and_stand_in_the_page_about_them() {
    assert_eq!(registry::check(CLAIMS), Ok(()));
    let page = std::fs::read_to_string(root().join("docs/verification.md")).unwrap();
    for claim in CLAIMS {
        let heading = format!("### `{}`\n", claim.name);
        assert!(page.contains(&heading), "no {heading}");
    }
    assert!(!page.contains("**no**"), "a finding that does not agree");
}

#[test]
fn one_claim_can_be_checked_and_a_wrong_name_is_refused() {
    let one = say(["theory", "round_robin", "--quick", "--json"])
        .code(0)
        .json();
    assert_eq!(one["round_robin"][0]["measured"], "0.250000");
    let wrong = say(["theory", "round_robbin"]).code(2);
    assert!(wrong.stderr.contains("round_robbin"), "{}", wrong.stderr);
}
