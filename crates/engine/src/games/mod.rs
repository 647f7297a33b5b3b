//! Knowledge about games beyond their rules: net features, move ordering, bounds on the
//! game-theoretic value, and policies. Each game has a folder of its own here, so that
//! search, solver and training are the same for all games.
//!
//! Nearly all of it is optional. A game that implements the three traits with no more than this
//! is evaluated by mobility and searched in the order of move generation:
//!
//! ```text
//! impl Features for NewGame {}
//! impl MoveOrdering for NewGame {}
//! impl ProofBounds for NewGame {
//!     type Margin = WholePosition<Self>;
//! }
//! ```

mod bounds;
mod features;
mod ordering;

mod glaisher;
mod greener;
mod mitsudomoe;
mod nava;

pub use bounds::{Bounds, FirstMargin, MarginPosition, ProofBounds, Wdl, WholePosition};
pub use features::Features;
pub use ordering::{MoveOrdering, PolicyChoice};

cairn_games::if_test_game! {
    impl Features for cairn_games::pagoda::Pagoda {}
    impl MoveOrdering for cairn_games::pagoda::Pagoda {}
    impl ProofBounds for cairn_games::pagoda::Pagoda {
        type Margin = WholePosition<Self>;
    }
}
