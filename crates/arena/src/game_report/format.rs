//! Numbers as text, always with their intervals.

use super::estimate::Estimate;

/// Shown in the place of a number that the games do not tell.
const NOTHING: &str = "–";

/// Returns a share in percent with its interval: `54 % (47–61)`.
pub(super) fn percent(share: Option<Estimate>) -> String {
    let Some(Estimate { value, low, high, .. }) = share else { return NOTHING.to_owned() };
    // Shares near 0 and 1 need a decimal to be told from them.
    let near_end = value.min(1.0 - value) < 0.02 && value > 0.0 && value < 1.0;
    let digits = usize::from(near_end);
    let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
    format!("{value:.digits$} % ({low:.digits$}–{high:.digits$})")
}

/// Returns a number with its interval: `41.2 (40.1–42.3)`.
pub(super) fn number(estimate: Option<Estimate>) -> String {
    let Some(Estimate { value, low, high, .. }) = estimate else { return NOTHING.to_owned() };
    let digits = match value.abs() {
        large if large >= 100.0 => 0,
        medium if medium >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.digits$} ({low:.digits$}–{high:.digits$})")
}

/// Returns an Elo difference with its interval: `+180 (120 to 245)`.
pub(super) fn elo(elo: Option<f64>, [low, high]: [Option<f64>; 2]) -> String {
    // Adding zero turns a negative zero into a plain one.
    let whole = |elo: f64| elo.round() + 0.0;
    match (elo, low, high) {
        (Some(elo), Some(low), Some(high)) => {
            format!("{:+.0} ({:+.0} to {:+.0})", whole(elo), whole(low), whole(high))
        }
        (Some(elo), Some(low), None) => format!("{:+.0} (at least {:+.0})", whole(elo), whole(low)),
        (Some(elo), None, Some(high)) => {
            format!("{:+.0} (at most {:+.0})", whole(elo), whole(high))
        }
        (_, Some(low), None) => format!("at least {:+.0}", whole(low)),
        (_, None, Some(high)) => format!("at most {:+.0}", whole(high)),
        _ => NOTHING.to_owned(),
    }
}

/// Joins words as a sentence lists them.
pub(super) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_intervals() {
        assert_eq!(percent(Estimate::share(54.0, 100)), "54 % (44–63)");
        assert_eq!(percent(Estimate::share(1.0, 100)), "1.0 % (0.2–5.4)");
        assert_eq!(percent(Estimate::share(0.0, 100)), "0 % (0–4)");
        assert_eq!(number(Estimate::mean(&[40.0, 42.0, 44.0])), "42.0 (39.7–44.3)");
        assert_eq!(number(None), "–");
        assert_eq!(elo(Some(180.2), [Some(120.0), Some(245.0)]), "+180 (+120 to +245)");
        assert_eq!(elo(None, [Some(400.0), None]), "at least +400");
        assert_eq!(list(&["a".to_owned(), "b".to_owned(), "c".to_owned()]), "a, b and c");
    }
}
