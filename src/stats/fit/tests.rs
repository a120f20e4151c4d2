//! What a fit refuses, and laws that it has to find.

use proptest::prelude::*;

use super::*;

fn refused(model: Model, points: &[(f64, f64)]) -> FitError {
    fit(model, points, 0.95).expect_err("a refusal")
}

#[test]
fn bad_points_are_refused() {
    let two = [(1.0, 1.0), (2.0, 2.0)];
    for model in Model::ALL {
        assert_eq!(refused(model, &[]), FitError::TooFew(0));
        assert_eq!(refused(model, &two), FitError::TooFew(2));
        assert_eq!(refused(model, &[(4.0, 1.0); 5]), FitError::OneSize(4.0));
        for n in [0.0, -3.0, f64::INFINITY] {
            let points = [two[0], two[1], (n, 1.0)];
            assert_eq!(refused(model, &points), FitError::Size { place: 2, n });
        }
        let points = [two[0], (3.0, f64::NEG_INFINITY), two[1]];
        let y = f64::NEG_INFINITY;
        assert_eq!(refused(model, &points), FitError::Figure { place: 1, y });
        let bad = fit(model, &two, 95.0);
        assert_eq!(bad, Err(FitError::Refused(StatsError::Confidence(95.0))));
    }
    let points = [(1.0, 2.0), (2.0, 0.0), (3.0, 4.0)];
    assert_eq!(
        refused(Model::Power, &points),
        FitError::NotPositive { place: 1, y: 0.0 }
    );
    let zeros = [(1.0, 0.0), (2.0, 0.0), (3.0, 0.0)];
    assert_eq!(
        refused(Model::PowerLeastSquares, &zeros),
        FitError::NotFound
    );
}

#[test]
fn equal_figures_have_no_growth_and_nothing_to_explain() {
    for y in [8.0, 0.1] {
        let points = [1.0, 2.0, 4.0, 8.0, 3.0].map(|n| (n, y));
        for model in Model::ALL {
            let fit = fit(model, &points, 0.95).expect("a fit");
            assert!((fit.a.estimate - y).abs() < 1e-12 && fit.b.estimate.abs() < 1e-12);
            assert_eq!((fit.r_squared, fit.aic), (None, None), "{model:?}");
        }
    }
}

#[test]
fn negative_figures_have_a_power_too() {
    let points: Vec<_> = (1..9)
        .map(f64::from)
        .map(|n| (n, -3.0 * n * n.sqrt()))
        .collect();
    let fit = fit(Model::PowerLeastSquares, &points, 0.95).expect("a fit");
    assert!((fit.a.estimate + 3.0).abs() < 1e-9 && (fit.b.estimate - 1.5).abs() < 1e-9);
}

proptest! {
    #[test]
    fn a_law_without_scatter_is_found(a in 0.1..50.0_f64, b in -1.5..3.0_f64) {
        let sizes = [2.0, 5.0, 10.0, 30.0, 100.0];
        let line: Vec<_> = sizes.map(|n| (n, a + b * math::ln(n))).to_vec();
        let power: Vec<_> = sizes.map(|n| (n, a * math::pow(n, b))).to_vec();
        for model in Model::ALL {
            let points = if model == Model::Logarithm { &line } else { &power };
            let fit = fit(model, points, 0.95).expect("a fit");
            prop_assert!((fit.a.estimate - a).abs() < 1e-9 * a.max(1.0), "{:?}", fit);
            prop_assert!((fit.b.estimate - b).abs() < 1e-9, "{:?}", fit);
            let expected = match model {
                Model::Logarithm => a + b * math::ln(7.0),
                Model::Power | Model::PowerLeastSquares => a * math::pow(7.0, b),
            };
            prop_assert!((fit.at(7.0) - expected).abs() < 1e-7);
        }
    }

    #[test]
    fn intervals_contain_the_estimates(
        figures in prop::collection::vec(0.5..90.0_f64, 4..20),
    ) {
        let points: Vec<_> = (2..).map(f64::from).zip(figures).collect();
        for model in Model::ALL {
            let fit = fit(model, &points, 0.95).expect("a fit");
            for one in [fit.a, fit.b] {
                prop_assert!(one.interval.contains(one.estimate) && one.error >= 0.0);
            }
            let explained = fit.r_squared.expect("figures that differ");
            prop_assert!((-1.0..=1.0).contains(&explained));
        }
    }
}
