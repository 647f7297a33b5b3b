//! Learning a policy from self-play games, see [`learn_guide`].

mod adam;
mod guide;

pub use guide::{GuideOptions, GuideProgress, StepFit, learn_guide};
