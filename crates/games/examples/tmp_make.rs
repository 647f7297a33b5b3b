#[path = "../tests/common/mod.rs"]
mod common;
use cairn_games::*;
fn row<G: Notation>(p: &G, budget: u64) {
    let mut counts = vec![]; 
    for d in 1..12 { let c = perft::count(p, d); counts.push(c.to_string()); if c==0 || c > budget { break; }
       // estimated next
       if d>1 { let prev: u64 = counts[counts.len()-2].parse().unwrap(); if prev>0 && c.saturating_mul(c/prev) > budget { break; } } else if c.saturating_mul(c) > budget { break; } }
    println!("{} | {}", p.to_text(), counts.join(" "));
}
fn make<G: Notation>() {
    let budget = 400_000_000;
    println!("# {} {}", G::info().name, G::info().board.size());
    row(&G::start(), budget);
    for (n, frac) in [(1u64, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 3), (7, 4)] {
        let g = common::random_game::<G>(n);
        row(&g[g.len() * frac / 6], budget);
    }
    // the richest position of some games, near an end
    for n in 20..22 { let g = common::random_game::<G>(n); let p = g.iter().max_by_key(|p| p.count_moves()).unwrap(); row(p, budget); 
      row(&g[g.len().saturating_sub(4)], budget); }
}
fn main() { let only = std::env::args().nth(1); for &id in GameId::ALL { if only.as_deref().is_none_or(|o| o == id.name()) { with_game!(id, G => make::<G>()); } } }
