//! Which means the search uses, so that each can be measured against going without.

/// How many candidates to look at in games with too many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
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
pub struct Tuning {
    /// Remember positions.
    pub table: bool,
    /// Use what is remembered only if it was searched exactly as deep as needed, so that
    /// the value at a fixed depth is that of plain search.
    pub same_depth_only: bool,
    /// Look less deep at moves that come late in the order.
    pub reductions: bool,
    /// How many moves of a position are looked at in full.
    pub full_moves: usize,
    /// How slowly the reduction grows with the depth and the number of moves before, in
    /// hundredths.
    pub reduction_divisor: i32,
    /// How much history undoes a ply of reduction.
    pub history_divisor: i32,
    /// Look one ply deeper where there is only one move.
    pub extensions: bool,
    /// From which depth on to look less deep where nothing is known about which move is
    /// best; 0 for never.
    pub reduce_unknown_from: i32,
    /// Half the size of the first window around the last value; 0 for no window.
    pub aspiration: i32,
    /// From which depth on to look for a move that wins at once before any other; 0 for
    /// never.
    pub wins_first_from: i32,
    /// Look for a move that wins at once where the search ends.
    pub leaf_wins: bool,
    /// How much history one point of a game's hint outweighs.
    pub hint_weight: i32,
    /// Remember moves that refuted neighbouring positions.
    pub killers: bool,
    /// Try them before the candidates are even made, in games that rank these.
    pub killers_first: bool,
    /// Let a learned guide say which candidates to look at, where there is one.
    pub guide: bool,
    /// Choose candidates out of so many times as many by the positions they lead to; 1
    /// for never.
    pub second_look: usize,
    /// From which depth on to do so.
    pub second_look_depth: i32,
    /// Take a position for good enough without looking at a move if its evaluation is by
    /// so much a ply above what is needed; 0 for never. Not in games that rank candidates,
    /// where a turn changes too much.
    pub above_margin: i32,
    /// Up to which depth.
    pub above_depth: i32,
    /// Look at candidates only, in games that name them; `None` for all moves.
    pub width: Option<Width>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            table: true,
            same_depth_only: false,
            reductions: true,
            full_moves: 3,
            reduction_divisor: 200,
            history_divisor: 6_000,
            extensions: true,
            reduce_unknown_from: 4,
            aspiration: 24,
            wins_first_from: 0,
            leaf_wins: true,
            hint_weight: 256,
            killers: true,
            killers_first: true,
            guide: true,
            second_look: 2,
            second_look_depth: 2,
            above_margin: 50,
            above_depth: 4,
            width: Some(Width { base: 16, per_depth: 4, at_root: 128 }),
        }
    }
}

impl Tuning {
    /// Only what never changes the value at a fixed depth in a game without
    /// repetitions: the order of moves, windows, and the table.
    #[must_use]
    pub fn exact() -> Self {
        Self {
            same_depth_only: true,
            reductions: false,
            extensions: false,
            reduce_unknown_from: 0,
            second_look: 1,
            leaf_wins: false,
            above_margin: 0,
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
            "table" => self.table = is_on,
            "same_depth_only" => self.same_depth_only = is_on,
            "reductions" => self.reductions = is_on,
            "full_moves" => self.full_moves = count?,
            "reduction_divisor" => self.reduction_divisor = number.max(1),
            "history_divisor" => self.history_divisor = number.max(1),
            "extensions" => self.extensions = is_on,
            "reduce_unknown_from" => self.reduce_unknown_from = number,
            "aspiration" => self.aspiration = number,
            "wins_first_from" => self.wins_first_from = number,
            "leaf_wins" => self.leaf_wins = is_on,
            "hint_weight" => self.hint_weight = number,
            "killers" => self.killers = is_on,
            "killers_first" => self.killers_first = is_on,
            "guide" => self.guide = is_on,
            "second_look" => self.second_look = count?.max(1),
            "second_look_depth" => self.second_look_depth = number,
            "above_margin" => self.above_margin = number,
            "above_depth" => self.above_depth = number,
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
    pub(crate) const fn second_look_from(&self, depth: i32) -> bool {
        self.second_look > 1 && depth >= self.second_look_depth
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
        let changed = Tuning::default().with("table=0,base=7,aspiration=40");
        let width = Tuning::default().width.map(|width| Width { base: 7, ..width });
        let expected = Tuning { table: false, width, aspiration: 40, ..Tuning::default() };
        assert_eq!(changed, Ok(expected));
        assert_eq!(Tuning::default().with("magic=1"), Err("magic=1"));
        assert_eq!(Tuning::default().with("table"), Err("table"));
    }
}
