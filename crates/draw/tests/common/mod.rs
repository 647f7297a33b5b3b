//! Positions and comparisons that the tests of this crate share.

// Every test file is a program of its own and uses only some of this.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use cairn_draw::{Arrow, Canvas, Marks};
use cairn_games::{BoardView, GameId, read_diagram};

/// A position to draw.
pub struct Case {
    pub name: String,
    pub view: BoardView,
}

impl Case {
    /// Checks that every place inside a cell of a drawing is found as that cell.
    pub fn assert_mouse_finds_every_cell(&self, canvas: &Canvas) {
        for cell in 0..self.view.cells.len() {
            let area = canvas.area(cell).expect("every cell is somewhere");
            for y in area.y..area.y + area.height {
                for x in area.x..area.x + area.width {
                    assert_eq!(canvas.cell_at(x, y), Some(cell), "{}", self.name);
                }
            }
        }
        assert_eq!(canvas.cell_at(10_000, 10_000), None);
    }
}

/// The positions of the data file, and the starts of larger boards.
pub fn cases() -> Vec<Case> {
    let listed = include_str!("../data/positions.txt");
    let lines = listed.lines().filter(|line| !line.starts_with('#'));
    let mut cases: Vec<_> = lines
        .map(|line| {
            let fields: Vec<_> = line.split(" | ").collect();
            let [name, game, position] = fields[..] else { panic!("{line}") };
            let name = format!("{}-{name}", game.replace(':', "-"));
            Case { name, view: view(game, position) }
        })
        .collect();
    for &game in GameId::ALL.iter().filter(|game| !game.is_standard_size()) {
        let name = format!("{game}-{}", game.info().board.size());
        let position = game.shuffled(1).unwrap_or_else(|| game.start());
        cases.push(Case { name, view: position.view() });
    }
    cases
}

/// The view of a position of a game.
pub fn view(game: &str, position: &str) -> BoardView {
    let boards = GameId::boards(game).expect("a game");
    let (game, diagram) = read_diagram(&boards, position).expect(position);
    BoardView::new(game, &diagram)
}

/// Marks of every kind.
pub fn all_marks() -> Marks {
    Marks {
        came_from: vec![0],
        landed: vec![1],
        changed: vec![2],
        selected: vec![7],
        targets: vec![8, 12, 13],
        arrows: vec![Arrow { from: 3, to: 9, number: Some(1) }, Arrow::new(16, 18)],
        cursor: Some(6),
    }
}

/// Marks of every kind on cells that no board has.
pub fn marks_off_the_board() -> Marks {
    let far = vec![1000, usize::MAX];
    Marks {
        came_from: far.clone(),
        landed: far.clone(),
        changed: far.clone(),
        selected: far.clone(),
        targets: far,
        arrows: vec![Arrow::new(0, 5000), Arrow::new(5000, 0)],
        cursor: Some(5000),
    }
}

/// Whether files that tests compare with are to be updated, as for insta's snapshots.
pub fn regenerates() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always")
}

/// Compares with a file, or writes it.
pub fn compare(path: &Path, now: &str, how: &str) {
    if regenerates() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("can be made");
        if std::fs::read_to_string(path).ok().as_deref() != Some(now) {
            std::fs::write(path, now).expect("can be written");
        }
        return;
    }
    let before = std::fs::read_to_string(path).unwrap_or_default();
    let place = before.lines().zip(now.lines()).position(|(before, now)| before != now);
    assert!(
        before == now,
        "{} is out of date from line {}; look at the change and run {how}",
        path.display(),
        place.unwrap_or_else(|| before.lines().count().min(now.lines().count())) + 1,
    );
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
