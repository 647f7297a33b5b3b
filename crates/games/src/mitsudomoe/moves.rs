//! A turn of Mitsudomoe, packed into an integer.

use super::{BALLS, CELLS};
use crate::game::GameMove;

/// A ring is put on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingStep {
    /// Origin; `None` for the supply.
    pub from: Option<usize>,
    /// Destination.
    pub to: usize,
}

/// A ball goes to another space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallStep {
    /// Origin.
    pub from: usize,
    /// Destination.
    pub to: usize,
    /// The spaces, as bits, on which the opponent's balls that it passed over stand in
    /// the end. Balls are alike, so that which of them went where makes no difference.
    pub relocated: u32,
}

/// A ring step, a ball step, or one of each.
///
/// From the lowest bit: 25 bits for the relocated balls, then five bits each for where
/// the ball lands, where it comes from, where the ring lands, where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MitsudomoeMove(u64);

const _: () = assert!(size_of::<MitsudomoeMove>() == 8);

/// In place of the space a ring comes from: the supply.
const SUPPLY: u64 = 25;

/// In place of both spaces of a step that is not made.
const NONE: u64 = 31;

const BALL_TO: u32 = CELLS as u32;
const BALL_FROM: u32 = BALL_TO + 5;
const RING_TO: u32 = BALL_FROM + 5;
const RING_FROM: u32 = RING_TO + 5;
const LENGTH: u32 = RING_FROM + 5;

/// The bits of the relocated balls.
const RELOCATED: u64 = (1 << CELLS) - 1;

const NO_BALL_STEP: u64 = NONE << BALL_FROM | NONE << BALL_TO;
const NO_RING_STEP: u64 = NONE << RING_FROM | NONE << RING_TO;

impl MitsudomoeMove {
    /// A turn of the published game.
    #[inline]
    pub const fn both(ring: RingStep, ball: BallStep) -> Self {
        Self(ring.bits() | ball.bits())
    }

    /// A turn that is only a ring step.
    #[inline]
    pub(super) const fn ring_only(ring: RingStep) -> Self {
        Self(ring.bits() | NO_BALL_STEP)
    }

    /// A turn that is only a ball step.
    #[inline]
    pub(super) const fn ball_only(ball: BallStep) -> Self {
        Self(NO_RING_STEP | ball.bits())
    }

    /// The ring step, if the turn has one.
    #[inline]
    pub const fn ring(self) -> Option<RingStep> {
        let to = self.field(RING_TO) as usize;
        match self.field(RING_FROM) {
            NONE => None,
            SUPPLY => Some(RingStep { from: None, to }),
            from => Some(RingStep { from: Some(from as usize), to }),
        }
    }

    /// The ball step, if the turn has one.
    #[inline]
    pub const fn ball(self) -> Option<BallStep> {
        let relocated = (self.0 & RELOCATED) as u32;
        match self.field(BALL_FROM) {
            NONE => None,
            from => {
                let to = self.field(BALL_TO) as usize;
                Some(BallStep { from: from as usize, to, relocated })
            }
        }
    }

    #[inline]
    const fn field(self, shift: u32) -> u64 {
        self.0 >> shift & 31
    }
}

impl RingStep {
    #[inline]
    const fn bits(self) -> u64 {
        let from = match self.from {
            Some(from) => from as u64,
            None => SUPPLY,
        };
        from << RING_FROM | (self.to as u64) << RING_TO
    }
}

impl BallStep {
    #[inline]
    const fn bits(self) -> u64 {
        (self.from as u64) << BALL_FROM | (self.to as u64) << BALL_TO | self.relocated as u64
    }
}

impl GameMove for MitsudomoeMove {
    fn to_bits(self) -> u64 {
        self.0
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let mv = Self(bits);
        let is_space = |shift| mv.field(shift) < CELLS as u64;
        let relocated = (bits & RELOCATED).count_ones() as usize;
        let comes_from_supply = mv.field(RING_FROM) == SUPPLY;
        let ring = is_space(RING_TO) && (is_space(RING_FROM) || comes_from_supply);
        let ball = is_space(BALL_TO) && is_space(BALL_FROM) && relocated <= BALLS;
        let no_ring = bits & NO_RING_STEP == NO_RING_STEP;
        let no_ball = bits & NO_BALL_STEP == NO_BALL_STEP && relocated == 0;
        let has_step = ring || ball;
        let well_formed = has_step && (ring || no_ring) && (ball || no_ball);
        (well_formed && bits >> LENGTH == 0).then_some(mv)
    }
}
