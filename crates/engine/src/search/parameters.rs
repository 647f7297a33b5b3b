//! Parameters of the search, each of which can be measured against going without.

/// Number of candidates to search in games with too many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CandidateWidth {
    /// Number at depth 0.
    pub base: usize,
    /// Additional candidates for each ply of depth.
    pub per_depth: usize,
    /// Number at the root.
    pub at_root: usize,
}

/// Parameters of the search. The default plays best; others are for measuring and for
/// checking against plain search.
///
/// ```
/// use cairn_engine::search::SearchParameters;
///
/// let changed = SearchParameters::default().with("killers=0,aspiration_window=50")?;
/// assert!(!changed.killers && changed.aspiration_window == 50);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParameters {
    /// Use the transposition table.
    pub transposition_table: bool,
    /// Use entries of the table only if they were searched exactly as deep as needed, so
    /// that the value at a fixed depth is that of plain search.
    pub exact_depth_only: bool,
    /// Search moves that come late in the order less deep.
    pub late_move_reductions: bool,
    /// Number of moves of a position that are neither reduced nor pruned.
    pub lmr_full_moves: usize,
    /// Divisor of the logarithmic late-move reduction, in hundredths.
    pub lmr_divisor: i32,
    /// History score that undoes one ply of reduction.
    pub lmr_history_divisor: i32,
    /// Search one ply deeper where there is only one move.
    pub single_reply_extension: bool,
    /// Least depth for internal iterative reduction: one ply less where the transposition
    /// table has no move; 0 for never.
    pub iir_min_depth: i32,
    /// Half the width of the aspiration window; 0 for no window.
    pub aspiration_window: i32,
    /// Least depth at which moves that win at once are put first; 0 for never.
    pub winning_moves_first_depth: i32,
    /// Check at leaves whether the side to move wins at once.
    pub leaf_win_check: bool,
    /// History score that one point of a game's ordering score outweighs.
    pub ordering_weight: i32,
    /// Use killer moves and counter-moves.
    pub killers: bool,
    /// Try them before candidates are generated, in games that rank candidates.
    pub killers_first: bool,
    /// Let a learned policy choose the candidates, where there is one.
    pub policy: bool,
    /// Factor of additional candidates, of which the best are chosen by the evaluation of
    /// the positions that they lead to; 1 for none.
    pub candidate_oversampling: usize,
    /// Least depth for that.
    pub oversampling_depth: i32,
    /// Margin of reverse futility pruning for each ply of depth; 0 for none. Not used in
    /// games that rank candidates, where a turn changes too much.
    pub reverse_futility_margin: i32,
    /// Greatest depth for reverse futility pruning.
    pub reverse_futility_depth: i32,
    /// Margin of futility pruning for each ply of depth; 0 for none. Not used in games that
    /// rank candidates.
    pub futility_margin: i32,
    /// Greatest depth for futility pruning, no more than that of reverse futility pruning.
    pub futility_depth: i32,
    /// Least depth at which a thread defers moves that another one is searching; 0 for never.
    pub defer_depth: i32,
    /// Search candidates only, in games that name them; `None` for all moves.
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
            oversampling_depth: 5,
            reverse_futility_margin: 50,
            reverse_futility_depth: 4,
            futility_margin: 25,
            futility_depth: 2,
            defer_depth: 3,
            width: Some(CandidateWidth { base: 22, per_depth: 5, at_root: 128 }),
        }
    }
}

impl SearchParameters {
    /// Returns parameters that never change the value at a fixed depth in a game without
    /// repetitions: only the order of moves, windows and the transposition table are used.
    #[must_use]
    pub fn exact() -> Self {
        Self {
            exact_depth_only: true,
            late_move_reductions: false,
            single_reply_extension: false,
            iir_min_depth: 0,
            candidate_oversampling: 1,
            leaf_win_check: false,
            // Futility pruning either way looks no further than this.
            reverse_futility_depth: 0,
            width: None,
            ..Self::default()
        }
    }

    /// Changes parameters by name: a field, `=`, and a number; 0 and 1 for those that are
    /// off or on. Several are separated by commas.
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
            "futility_margin" => self.futility_margin = number,
            "futility_depth" => self.futility_depth = number,
            "defer_depth" => self.defer_depth = number,
            "base" => self.width.as_mut()?.base = count?,
            "per_depth" => self.width.as_mut()?.per_depth = count?,
            "at_root" => self.width.as_mut()?.at_root = count?,
            "all_moves" => self.width = None,
            _ => return None,
        }
        Some(())
    }

    /// Whether additional candidates are generated at this depth.
    #[inline]
    pub(crate) const fn oversamples_at(&self, depth: i32) -> bool {
        self.candidate_oversampling > 1 && depth >= self.oversampling_depth
    }

    /// Returns the number of candidates at this depth; `None` for all moves.
    #[inline]
    pub(crate) fn candidates(&self, depth: i32) -> Option<usize> {
        self.width.map(|width| width.base + width.per_depth * depth.max(0) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_can_be_changed_by_name() {
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
