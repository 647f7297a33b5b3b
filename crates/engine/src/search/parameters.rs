//! Which means the search uses, so that each can be measured against going without.

/// How many candidates to look at in games with too many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CandidateWidth {
    /// With one ply left to look ahead.
    pub base: usize,
    /// More for each further ply.
    pub per_depth: usize,
    /// At the root.
    pub at_root: usize,
}

/// The means of the search. The default is what plays best; the others are for
/// measuring and for checking against plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParameters {
    /// Remember positions.
    pub transposition_table: bool,
    /// Use what is remembered only if it was searched exactly as deep as needed, so that
    /// the value at a fixed depth is that of plain search.
    pub exact_depth_only: bool,
    /// Look less deep at moves that come late in the order.
    pub late_move_reductions: bool,
    /// How many moves of a position are looked at in full.
    pub lmr_full_moves: usize,
    /// How slowly the reduction grows with the depth and the number of moves before, in
    /// hundredths.
    pub lmr_divisor: i32,
    /// How much history undoes a ply of reduction.
    pub lmr_history_divisor: i32,
    /// Look one ply deeper where there is only one move.
    pub single_reply_extension: bool,
    /// From which depth on to look less deep where nothing is known about which move is
    /// best; 0 for never.
    pub iir_min_depth: i32,
    /// Half the size of the first window around the last value; 0 for no window.
    pub aspiration_window: i32,
    /// From which depth on to look for a move that wins at once before any other; 0 for
    /// never.
    pub winning_moves_first_depth: i32,
    /// Look for a move that wins at once where the search ends.
    pub leaf_win_check: bool,
    /// How much history one point of a game's hint outweighs.
    pub ordering_weight: i32,
    /// Remember moves that refuted neighbouring positions.
    pub killers: bool,
    /// Try them before the candidates are even made, in games that rank these.
    pub killers_first: bool,
    /// Let a learned guide say which candidates to look at, where there is one.
    pub policy: bool,
    /// Choose candidates out of so many times as many by the positions they lead to; 1
    /// for never.
    pub candidate_oversampling: usize,
    /// From which depth on to do so.
    pub oversampling_depth: i32,
    /// Take a position for good enough without looking at a move if its evaluation is by
    /// so much a ply above what is needed; 0 for never. Not in games that rank candidates,
    /// where a turn changes too much.
    pub reverse_futility_margin: i32,
    /// Up to which depth.
    pub reverse_futility_depth: i32,
    /// Look at candidates only, in games that name them; `None` for all moves.
    pub width: Option<CandidateWidth>,
}

impl Default for SearchParameters {
    fn default() -> Self {
        Self {
            transposition_table: true,
            exact_depth_only: false,
            late_move_reductions: true,
            lmr_full_moves: 3,
            lmr_divisor: 200,
            lmr_history_divisor: 6_000,
            single_reply_extension: true,
            iir_min_depth: 4,
            aspiration_window: 24,
            winning_moves_first_depth: 0,
            leaf_win_check: true,
            ordering_weight: 256,
            killers: true,
            killers_first: true,
            policy: true,
            candidate_oversampling: 2,
            oversampling_depth: 2,
            reverse_futility_margin: 50,
            reverse_futility_depth: 4,
            width: Some(CandidateWidth { base: 16, per_depth: 4, at_root: 128 }),
        }
    }
}

impl SearchParameters {
    /// Only what never changes the value at a fixed depth in a game without
    /// repetitions: the order of moves, windows, and the table.
    #[must_use]
    pub fn exact() -> Self {
        Self {
            exact_depth_only: true,
            late_move_reductions: false,
            single_reply_extension: false,
            iir_min_depth: 0,
            candidate_oversampling: 1,
            leaf_win_check: false,
            reverse_futility_margin: 0,
            width: None,
            ..Self::default()
        }
    }

    /// The same with one of the means changed: the name of a field, `=`, and a number; 0
    /// and 1 for those that are on or off. Several are separated by commas.
    ///
    /// # Errors
    /// The part that cannot be understood.
    pub fn with(mut self, changes: &str) -> Result<Self, &str> {
        for change in changes.split(',').filter(|change| !change.is_empty()) {
            let (name, number) = change.split_once('=').ok_or(change)?;
            let number: i32 = number.parse().map_err(|_| change)?;
            self.set(name, number).ok_or(change)?;
        }
        Ok(self)
    }

    fn set(&mut self, name: &str, number: i32) -> Option<()> {
        let is_on = number != 0;
        let count = usize::try_from(number).ok();
        match name {
            "transposition_table" => self.transposition_table = is_on,
            "exact_depth_only" => self.exact_depth_only = is_on,
            "late_move_reductions" => self.late_move_reductions = is_on,
            "lmr_full_moves" => self.lmr_full_moves = count?,
            "lmr_divisor" => self.lmr_divisor = number.max(1),
            "lmr_history_divisor" => self.lmr_history_divisor = number.max(1),
            "single_reply_extension" => self.single_reply_extension = is_on,
            "iir_min_depth" => self.iir_min_depth = number,
            "aspiration_window" => self.aspiration_window = number,
            "winning_moves_first_depth" => self.winning_moves_first_depth = number,
            "leaf_win_check" => self.leaf_win_check = is_on,
            "ordering_weight" => self.ordering_weight = number,
            "killers" => self.killers = is_on,
            "killers_first" => self.killers_first = is_on,
            "policy" => self.policy = is_on,
            "candidate_oversampling" => self.candidate_oversampling = count?.max(1),
            "oversampling_depth" => self.oversampling_depth = number,
            "reverse_futility_margin" => self.reverse_futility_margin = number,
            "reverse_futility_depth" => self.reverse_futility_depth = number,
            "base" => self.width.as_mut()?.base = count?,
            "per_depth" => self.width.as_mut()?.per_depth = count?,
            "at_root" => self.width.as_mut()?.at_root = count?,
            "all_moves" => self.width = None,
            _ => return None,
        }
        Some(())
    }

    /// Whether candidates are looked at twice with so many plies left.
    #[inline]
    pub(crate) const fn oversamples_at(&self, depth: i32) -> bool {
        self.candidate_oversampling > 1 && depth >= self.oversampling_depth
    }

    /// How many candidates to look at with so many plies left; `None` for all moves.
    #[inline]
    pub(crate) fn candidates(&self, depth: i32) -> Option<usize> {
        self.width.map(|width| width.base + width.per_depth * depth.max(0) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_can_be_changed_by_name() {
        let changed =
            SearchParameters::default().with("transposition_table=0,base=7,aspiration_window=40");
        let width =
            SearchParameters::default().width.map(|width| CandidateWidth { base: 7, ..width });
        let expected = SearchParameters {
            transposition_table: false,
            width,
            aspiration_window: 40,
            ..SearchParameters::default()
        };
        assert_eq!(changed, Ok(expected));
        assert_eq!(SearchParameters::default().with("magic=1"), Err("magic=1"));
        assert_eq!(SearchParameters::default().with("aspiration_window"), Err("aspiration_window"));
    }
}
