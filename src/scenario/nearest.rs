//! The nearest valid word to one that was refused.

use strsim::damerau_levenshtein;

/// The candidate most likely meant by `word`, if any is close enough to suggest.
///
/// Closeness is the number of letters to insert, drop, replace or swap; upper and lower case, and
/// `-` and `_`, count as the same. One slip in three letters is allowed, and a word is never
/// suggested for one with which it shares nothing. Among equally close candidates the first wins.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let folded = fold(word);
    let letters = folded.chars().count();
    // A word longer than any that we know is not a slip, and measuring it would take long.
    if letters == 0 || letters > 64 {
        return None;
    }
    let allowed = (letters / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (damerau_levenshtein(&folded, &fold(candidate)), candidate))
        .filter(|&(slips, candidate)| {
            slips <= allowed && slips < letters && slips < candidate.chars().count()
        })
        .min_by_key(|&(slips, _)| slips)
        .map(|(_, candidate)| candidate)
}

/// The dotted paths most likely meant by `word`: the one that is nearest as a whole, or else those whose last
/// part is. At most three, in their order.
pub fn nearest_paths<'c>(word: &str, candidates: &[&'c str]) -> Vec<&'c str> {
    const MOST: usize = 3;
    if let Some(whole) = nearest(word, candidates.iter().copied()) {
        return vec![whole];
    }
    let last = |path: &'c str| path.rsplit('.').next().unwrap_or(path);
    let word = word.rsplit('.').next().unwrap_or(word);
    let Some(part) = nearest(word, candidates.iter().map(|path| last(path))) else {
        return Vec::new();
    };
    let ends = candidates.iter().copied().filter(|path| last(path) == part);
    ends.take(MOST).collect()
}

fn fold(word: &str) -> String {
    word.trim().to_lowercase().replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::{nearest, nearest_paths};

    const WORDS: [&str; 4] = ["async", "fsync", "gathering", "crash_fault"];

    #[test]
    fn a_path_is_found_by_its_last_part() {
        let paths = ["events", "swarm.robots", "faults.0.robots", "end"];
        assert_eq!(nearest_paths("evnts", &paths), ["events"]);
        assert_eq!(nearest_paths("swarm.robot", &paths), ["swarm.robots"]);
        assert_eq!(
            nearest_paths("robts", &paths),
            ["swarm.robots", "faults.0.robots"]
        );
        assert_eq!(nearest_paths("zebra", &paths), [""; 0]);
    }

    #[test]
    fn a_slip_finds_its_word() {
        assert_eq!(nearest("gatering", WORDS), Some("gathering"));
        assert_eq!(nearest("GATHERING", WORDS), Some("gathering"));
        assert_eq!(nearest("crash-fault", WORDS), Some("crash_fault"));
        assert_eq!(nearest("fsnyc", WORDS), Some("fsync"));
    }

    #[test]
    fn of_two_equally_close_words_the_first_wins() {
        assert_eq!(nearest("xsync", WORDS), Some("async"));
    }

    #[test]
    fn a_distant_word_finds_nothing() {
        assert_eq!(nearest("zebra", WORDS), None);
        assert_eq!(nearest("", WORDS), None);
        assert_eq!(nearest("x", ["n", "k"]), None);
        assert_eq!(nearest(&"gathering".repeat(50), WORDS), None);
    }
}
