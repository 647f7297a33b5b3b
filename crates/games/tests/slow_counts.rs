//! Checks the slow program itself: the tables of move counts, and small
//! positions, worked out by hand, for rules that those counts do not reach.

use crate::common::perft_table;
use crate::slow::{self, Slow, by_name, perft, read};
use cairn_games::GameId;

/// The slow program counts to about this many sequences in a test; deeper ones are for
/// `cargo run --release -p cairn-games --example deep_perft -- --slow`.
const MOST: u64 = 150_000;

#[test]
fn counts_agree_with_the_tables() {
    for game in GameId::rule_sets() {
        for row in perft_table(game) {
            let text = row.position.to_text();
            let position = read(game.name(), &text);
            for (depth, &expected) in row.counts.iter().enumerate() {
                if expected <= MOST {
                    let depth = depth + 1;
                    assert_eq!(perft(&*position, depth), expected, "{game} {text}, depth {depth}");
                }
            }
        }
    }
}

/// The moves that start with `prefix`, sorted.
fn moves_with(position: &dyn Slow, prefix: &str) -> Vec<String> {
    let mut moves = position.moves();
    moves.retain(|mv| mv.starts_with(prefix));
    moves.sort();
    moves
}

/// Plays one move and gives the text of what comes out.
fn play(game: &str, position: &str, mv: &str) -> String {
    let before = read(game, position);
    assert!(before.moves().contains(&mv.to_string()), "{mv}");
    before.after(mv).write()
}

fn outcome(game: &str, position: &str) -> Option<Option<usize>> {
    let position = read(game, position);
    let outcome = position.outcome();
    assert_eq!(outcome.is_some(), position.moves().is_empty());
    outcome
}

#[test]
fn random_games_hold_together() {
    let mut random: u64 = 1;
    let mut pick = |from: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % from
    };
    for (game, start) in slow::STARTS {
        assert_eq!(by_name(game).write(), start);
        for _ in 0..3 {
            let mut position = by_name(game);
            for _ in 0..100 {
                let mut moves = position.moves();
                assert_eq!(position.outcome().is_some(), moves.is_empty());
                let text = position.write();
                assert_eq!(read(game, &text).write(), text);
                let number = moves.len();
                moves.sort();
                moves.dedup();
                assert_eq!(moves.len(), number, "a move twice in {game} {text}");
                if number == 0 {
                    break;
                }
                position = position.after(&moves[pick(number)]);
            }
        }
    }
}

#[test]
fn nava_by_hand() {
    let game = "nava";
    // A split leaves Black a stack; a cube landed on goes; what lies between stays.
    let split = play(game, "x5/x5/B,x4/W,x4/bbbww,x4 w", "a1-a3");
    assert_eq!(split, "x5/x5/ww,x4/W,x4/bbb,x4 b");
    // An origin left empty gets a cube; a stack landed on is covered.
    let covered = play(game, "x5/x5/x5/x5/w,bbw,b,x2 w", "a1-b1");
    assert_eq!(covered, "x5/x5/x5/x5/W,bbww,b,x2 b");
    // No stack left, nine cubes on the board.
    assert_eq!(outcome(game, "x5/x5/x5/x5/W,bbww,x3 b"), Some(Some(0)));
    let nine = "b,x3,w/x5/x5/B,B,B,B,x/B,B,B,B,B w";
    assert_eq!(outcome(game, nine), Some(Some(1)));
    let eight = "b,x3,w/x5/x5/B,B,B,x2/B,B,B,B,B w";
    assert_eq!(outcome(game, eight), None);
}

#[test]
fn mitsudomoe_vaults_by_hand() {
    let game = "mitsudomoe:single";
    let two = read(game, "x2,b,x,bB/x3,w,x/x2,bB,x2/wW,bB,x3/wW,wW,x2,b w");
    let expected = [
        "a1-d4(b2>c5,c3>b2)",
        "a1-d4(b2>c5,c3>e1)",
        "a1-d4(b2>e1,c3>b2)",
        "a1-d4(c3>c5,b2>c3)",
        "a1-d4(c3>e1,b2>c3)",
    ];
    assert_eq!(moves_with(&*two, "a1-"), expected);
    assert_eq!(
        two.after("a1-d4(c3>c5,b2>c3)").write(),
        "x2,bB,x,bB/x3,wW,x/x2,bB,x2/wW,b,x3/w,wW,x2,b b"
    );
    // Two balls and one free ring: one ball makes room for the other.
    let one = read(game, "x2,b,x,bB/x3,w,x/x2,bB,x2/wW,bB,x3/wW,wW,x3 w");
    let expected = ["a1-d4(b2>c5,c3>b2)", "a1-d4(c3>c5,b2>c3)"];
    assert_eq!(moves_with(&*one, "a1-"), expected);
    // Nowhere to go; a gap in the line; only own balls; over the edge.
    let none = read(game, "x4,bB/x3,w,x/x2,bB,x2/wW,bB,x3/wW,wW,x3 w");
    assert!(moves_with(&*none, "a1-").is_empty());
    let gap = read(game, "x2,b,x,bB/x3,w,x/x5/wW,bB,x3/wW,wW,x2,bB w");
    assert!(moves_with(&*gap, "a1-").is_empty());
    let own = read(game, "x3,bB,bB/x4,bB/w,x4/wW,x4/wW,wW,x3 w");
    assert_eq!(moves_with(&*own, "a1-"), ["a1-a3"]);
    // A black ball on a black goal space is safe from White's vaults, but White
    // may pass over a white ball on a white goal space.
    let safe = read(game, "x,b,x,bB,bB/x5/w,x4/bB,x4/wW,wW,x,wW,x w");
    assert!(moves_with(&*safe, "a1-").is_empty());
    let over = read(game, "bB,x,wW,wW,w/x4,bB/x5/x5/wW,x3,bB w");
    assert_eq!(moves_with(&*over, "c5-"), ["c5-e5"]);
    // Once on the goal a white ball stays.
    let goal = read(game, "x2,w,wW,bB/x4,bB/x5/x5/wW,wW,x2,bB w");
    assert!(moves_with(&*goal, "d5-").is_empty());
}

#[test]
fn mitsudomoe_ends_by_hand() {
    let (game, single) = ("mitsudomoe", "mitsudomoe:single");
    let won = "x3,wW,wW/x4,wW/x3,bB,bB/x4,bB/x3,w,x b";
    assert_eq!(outcome(game, won), Some(Some(0)));
    assert_eq!(outcome(single, won), Some(Some(0)));
    // White's home is still full after White's turn.
    let home = "x3,bB,x/x4,bB/w,x3,b/wW,x3,bB/wW,wW,x3 b";
    assert_eq!(outcome(game, home), Some(Some(1)));
    assert_eq!(outcome(single, home), None);
    // Before White's turn it does no harm.
    assert_eq!(outcome(game, &home.replace(" b", " w")), None);
    // A ring can be taken from the board, and the ball follows in the same turn.
    let before = "x3,b,bB/x3,bB,bB/x5/wW,b,x2,w/wW,wW,x3 w";
    let turn = play(game, before, "e2-b2;a1-b2");
    assert_eq!(turn, "x3,b,bB/x3,bB,bB/x5/wW,bwW,x3/w,wW,x3 b");
}

#[test]
fn mitsudomoe_single_is_lost_for_white() {
    // Black covers whatever ring White puts down.
    for choice in 0..19 {
        let mut position = by_name("mitsudomoe:single");
        for turn in 0..5 {
            let moves = position.moves();
            assert!(moves.iter().all(|mv| mv.starts_with('+')));
            let mv = &moves[(choice + 7 * turn) % moves.len()];
            position = position.after(mv).after(mv);
        }
        assert_eq!(position.outcome(), Some(Some(1)));
    }
}

#[test]
fn greener_by_hand() {
    let game = "greener";
    let empty = "x6/x6/x6/x6";
    // Over empty cells to the nearest stack; of any colour; the stack whole.
    let far = play(game, &format!("{empty}/x6/gb,x2,gw,x,b b"), "a1-d1");
    assert_eq!(far, format!("{empty}/x6/x3,gwgb,x,b w"));
    let own = read(game, &format!("{empty}/x6/x3,gw,x,b w"));
    assert_eq!(own.moves(), ["d1-f1"]);
    // White is cut off and passes.
    let pass = format!("{empty}/gw,x5/x,b,g,x3");
    assert_eq!(read(game, &format!("{pass} w")).moves(), ["pass"]);
    assert_eq!(play(game, &format!("{pass} w"), "pass"), format!("{pass} b"));
    // Greens, then height, then a draw.
    assert_eq!(outcome(game, &format!("{empty}/ggw,x5/x,gb,x4 b")), Some(Some(1)));
    assert_eq!(outcome(game, &format!("{empty}/gw,x5/x,gwb,x4 b")), Some(Some(0)));
    assert_eq!(outcome(game, &format!("{empty}/gbw,x5/x,gwb,x4 b")), Some(None));
    // Larger boards: six columns and nine rows, nine and nine.
    let tall = play(game, "x6/x6/x6/x6/x6/x6/x6/x6/b,x4,g b", "a1-f1");
    assert_eq!(tall, "x6/x6/x6/x6/x6/x6/x6/x6/x5,gb w");
    let square = play(game, "x8,g/x9/x9/x9/x9/x9/x9/x9/x8,b b", "i1-i9");
    assert_eq!(square, "x8,gb/x9/x9/x9/x9/x9/x9/x9/x9 w");
}

#[test]
fn glaisher_by_hand() {
    let (game, rulebook) = ("glaisher", "glaisher:rulebook");
    let top = "x5/x6/x7/x8";
    // Parts of one and two: capture of an equal stack, joining an own one.
    let row = |cells: &str, side: char| format!("{top}/{cells}/x8/x7/x6/x5 {side}");
    let both = play(game, &row("r3,y1,r2,x6", 'r'), "e1-e2,e3+a1");
    assert_eq!(both, format!("{top}/x,r2,r4,x6/x8/x7/x6/r1,x4 y"));
    // Not on a taller stack, and then the other part does not go either.
    let tall = read(game, &row("r3,y2,x7", 'r'));
    assert!(moves_with(&*tall, "e1-e2").is_empty());
    assert_eq!(moves_with(&*tall, "e1-e4").len(), 59);
    // A stack of one or two moves whole, but not under the rulebook rules.
    assert_eq!(read(game, &row("x4,r2,x4", 'r')).moves().len(), 6 * 60);
    assert_eq!(outcome(rulebook, &row("x4,r2,x4", 'r')), Some(Some(1)));
    // A chain counts for the player who has just moved only.
    let chain = "r1,r1,r1,r1,r2,r1,r1,r1,r1";
    assert_eq!(outcome(game, &row(chain, 'y')), Some(Some(0)));
    assert_eq!(outcome(game, &row(chain, 'r')), None);
    // Along one side is not across; through a corner it is both sides.
    let side = format!("{top}/x8,y1/x8/x7/x6/r1,r1,r1,r1,r1 y");
    assert_eq!(outcome(game, &side), None);
    let corner = "r1,x4/r1,x5/r1,x6/r1,x7/r1,x8/r1,x7/r1,x6/r1,x5/r1,x4 y";
    assert_eq!(outcome(game, corner), Some(Some(0)));
}
