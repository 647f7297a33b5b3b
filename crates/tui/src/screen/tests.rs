//! The whole program without a terminal: keys and clicks go in, pictures come out.

mod configuration;
mod guidance;
mod lessons;
mod menu;
mod puzzles;
mod sizes;

use std::fs;
use std::time::{Duration, Instant};

use cairn_games::GameId;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::ScreenOptions;
use super::app::ScreenApp;
use crate::settings::GameSettings;

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];

struct Fixture {
    app: ScreenApp,
    now: Instant,
}

impl Fixture {
    fn menu() -> Self {
        Self::with(ScreenOptions::default())
    }

    fn with(options: ScreenOptions) -> Self {
        let now = Instant::now();
        Self { app: ScreenApp::new(options, now), now }
    }

    fn game(game: GameId, players: [&str; 2]) -> Self {
        let mut fixture = Self::menu();
        let players = players.map(|word| word.parse().unwrap());
        fixture.app.begin(GameSettings::new(game.start()).with_players(players), fixture.now);
        fixture
    }

    fn key(&mut self, code: KeyCode) {
        self.app.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), self.now);
    }

    fn keys(&mut self, text: &str) {
        for letter in text.chars() {
            self.key(match letter {
                '\n' => KeyCode::Enter,
                letter => KeyCode::Char(letter),
            });
        }
    }

    fn picture(&mut self, (width, height): (u16, u16)) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.app.draw(frame, self.now)).unwrap();
        let buffer = terminal.backend().buffer();
        let mut text = String::new();
        for y in 0..height {
            let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text
    }

    /// Clicks on the first place where this text stands.
    fn click(&mut self, size: (u16, u16), text: &str) {
        let picture = self.picture(size);
        let (row, line) =
            picture.lines().enumerate().find(|(_, line)| line.contains(text)).expect(text);
        let at = line.find(text).unwrap();
        let column = line[..at].chars().count() as u16;
        self.click_at(column, row as u16);
    }

    fn click_at(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.app.handle(&Event::Mouse(mouse), self.now);
    }

    fn moves(&self) -> usize {
        self.app.game.as_ref().map_or(0, |game| game.history().moves().len())
    }

    fn settle(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let begin = Instant::now();
        while !is_so(self) {
            self.app.tick(Instant::now());
            std::thread::sleep(Duration::from_millis(1));
            assert!(begin.elapsed() < Duration::from_secs(120), "{what} takes too long");
        }
    }
}

/// Compares the screen at both sizes with the snapshots. `INSTA_UPDATE=always` updates them.
fn check(name: &str, fixture: &mut Fixture) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for size in SIZES {
        let name = format!("{name}-{}x{}", size.0, size.1);
        settings.bind(|| insta::assert_snapshot!(name, fixture.picture(size)));
    }
}

/// A game with automatic steps.
fn automatic(game: GameId, players: [&str; 2]) -> Fixture {
    let mut fixture = Fixture::menu();
    let players = players.map(|word| word.parse().unwrap());
    let mut settings = GameSettings::new(game.start()).with_players(players);
    settings.automatic_steps = true;
    fixture.app.begin(settings, fixture.now);
    fixture
}

/// A game of each kind: moves before the picture in mid-turn, and what is typed for it.
const GAMES: [(GameId, &[&str], &str); 5] = [
    (GameId::Nava, &["a1-a4", "e5-b5"], "a4\n"),
    (GameId::Mitsudomoe, &["+c2;b1-c2", "+d3;e4-d3"], "+b3\n"),
    (GameId::Greener, &["e6-e5", "b6-a6"], "c6\n"),
    (GameId::Greener9x9, &[], ""),
    (GameId::Glaisher, &["i6-h5,g4,f3+i6", "a4-b5,c6,d7+i9"], "b1 c2 d3 e4\n"),
];

#[test]
fn pictures_of_all_games() {
    for (game, moves, typed) in GAMES {
        let name = game.name();
        let name = if game.is_standard_size() { name.to_owned() } else { format!("{name}-9x9") };
        let mut fixture = Fixture::game(game, ["human", "human"]);
        check(&format!("{name}-start"), &mut fixture);
        for mv in moves {
            fixture.keys(&format!("{mv}\n"));
        }
        assert_eq!(fixture.moves(), moves.len(), "{}", fixture.picture((80, 24)));
        fixture.keys(typed);
        check(&format!("{name}-turn"), &mut fixture);
        // A game to its end, or to a resignation if it takes too long.
        let mut fixture = Fixture::game(game, ["human", "human"]);
        for turn in 0.. {
            let session = fixture.app.game.as_mut().unwrap();
            if session.ending().is_some() {
                break;
            }
            if turn == 150 {
                session.resign(fixture.now);
                break;
            }
            let moves = session.position().moves();
            session.play(moves[turn * 31 % moves.len()], fixture.now);
        }
        check(&format!("{name}-end"), &mut fixture);
    }
}

#[test]
fn a_move_by_mouse_and_a_step_taken_back() {
    for size in SIZES {
        let mut fixture = Fixture::game(GameId::Mitsudomoe, ["human", "human"]);
        fixture.click(size, "[+]");
        let picks =
            |fixture: &Fixture| fixture.app.game.as_ref().unwrap().builder().unwrap().picks().len();
        assert_eq!(picks(&fixture), 1, "{}", fixture.picture(size));
        fixture.key(KeyCode::Backspace);
        assert_eq!(picks(&fixture), 0);
        let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
        fixture.click(size, "W6");
        assert_eq!(picks(&fixture), 1);
        fixture.click(size, "W6");
        assert_eq!(picks(&fixture), 0, "a second click takes it back");
        fixture.click(size, "W6");
        // The first sign of a cell that can be picked.
        fixture.click(size, "•");
        assert_eq!(fixture.moves(), 1, "{}", fixture.picture(size));
    }
}

#[test]
fn letters_that_begin_cells_do_not_wait() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("f");
    assert!(fixture.app.game.as_ref().unwrap().is_flipped(), "no cell of Nava begins with f");
    fixture.keys("e");
    let evaluating = |fixture: &Fixture| fixture.app.game.as_ref().unwrap().study().is_evaluating();
    assert!(!evaluating(&fixture));
    fixture.app.tick(fixture.now + Duration::from_secs(10));
    assert!(!evaluating(&fixture), "it is the beginning of a cell, however long that takes");
    assert!(fixture.picture((80, 24)).contains("e▏  Enter: value"));
    assert!(fixture.picture((80, 24)).contains("E value"), "the bar shows the capital letter");
    fixture.keys("a1\n");
    assert!(evaluating(&fixture), "no cell begins with ea, so e was the command");
    assert!(fixture.app.input.is_empty());
    fixture.key(KeyCode::Backspace);
    fixture.keys("E");
    assert!(!evaluating(&fixture), "at once with Shift");
    fixture.keys("e\n");
    assert!(evaluating(&fixture), "at once with Enter");
    fixture.keys("e5-e4\n");
    assert!(fixture.picture((80, 24)).contains("e5-e4: not allowed"));
    fixture.keys("a1-a4\n");
    assert_eq!(fixture.moves(), 1);
}

#[test]
fn leaving_an_unfinished_game_is_confirmed_and_resigning_too() {
    let mut fixture = Fixture::game(GameId::Greener, ["human", "human"]);
    fixture.keys("c6-b6\nq");
    assert!(fixture.picture((80, 24)).contains("Leave it?"));
    fixture.keys("n");
    assert!(fixture.app.game.is_some());
    fixture.keys("xy");
    assert!(fixture.picture((80, 24)).contains("White resigned"));
    fixture.keys("n");
    assert_eq!(fixture.moves(), 0, "a new game");
    fixture.keys("c6-b6\nqy");
    assert!(fixture.app.game.is_none());
}

#[test]
fn positions_are_copied_with_a_sequence_for_the_terminal() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("C");
    let sent = fixture.app.take_outbox();
    assert!(sent[0].starts_with("\x1b]52;c;") && sent[0].ends_with('\x07'));
    assert!(fixture.picture((80, 24)).contains("x4,bbbbbb/x5/x5/x5/wwwwww,x4 w"));
}

#[test]
fn earlier_positions_are_looked_at_without_undoing() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("<");
    assert!(fixture.picture((80, 24)).contains("There is no earlier position"));
    fixture.keys("a1-a4\ne5-b5\na4-a3\n");
    let live = fixture.picture((80, 24));
    fixture.keys("<");
    check("browsing", &mut fixture);
    fixture.key(KeyCode::Left);
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("after 1 of 3 moves") && picture.contains("W3"), "{picture}");
    fixture.key(KeyCode::Home);
    fixture.key(KeyCode::PageUp);
    assert!(fixture.picture((80, 24)).contains("after 0 of 3 moves"));
    fixture.keys("u");
    assert_eq!(fixture.picture((80, 24)), live, "any other key only returns");
    // By mouse: the wheel, and a click on a move.
    let wheel =
        |kind| Event::Mouse(MouseEvent { kind, column: 5, row: 5, modifiers: KeyModifiers::NONE });
    fixture.app.handle(&wheel(MouseEventKind::ScrollUp), fixture.now);
    assert!(fixture.picture((80, 24)).contains("after 2 of 3 moves"));
    fixture.app.handle(&wheel(MouseEventKind::ScrollDown), fixture.now);
    assert_eq!(fixture.picture((80, 24)), live);
    fixture.click((80, 24), "a1-a4");
    assert!(fixture.picture((80, 24)).contains("after 1 of 3 moves"));
    fixture.click((80, 24), "B6");
    assert_eq!(fixture.picture((80, 24)), live);
    assert_eq!(fixture.moves(), 3, "nothing was taken back");
}

#[test]
fn random_keys_never_break_anything() {
    let mut random = cairn_games::random::Random::new(1);
    let letters: Vec<char> =
        "abcdefghi123456789+-;,.() urhefsclxnmpq?yn\n\t\u{8}\u{1b}".chars().collect();
    let mut fixture = Fixture::menu();
    for step in 0..1_500 {
        if fixture.app.game.is_none() {
            let game = GameId::ALL[random.below(GameId::ALL.len() as u64) as usize];
            fixture.app.begin(GameSettings::new(game.start()), fixture.now);
        }
        let code = match letters[random.below(letters.len() as u64) as usize] {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '\u{8}' => KeyCode::Backspace,
            '\u{1b}' => KeyCode::Esc,
            // No files are written here.
            's' => [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right][step % 4],
            letter => KeyCode::Char(letter),
        };
        fixture.key(code);
        if random.below(4) == 0 {
            fixture.click_at(random.below(80) as u16, random.below(22) as u16);
        }
        if step % 16 == 0 {
            fixture.picture((80, 24));
        }
        fixture.app.done = false;
    }
}

#[test]
fn a_computer_game_runs_by_itself_and_can_be_paused() {
    let mut fixture = Fixture::game(GameId::Greener, ["random", "1"]);
    fixture.keys("++++++");
    fixture.settle("a move", |fixture| fixture.moves() > 2);
    fixture.keys(" ");
    assert!(fixture.picture((80, 24)).contains("Paused"));
    fixture.keys(" ");
    fixture.settle("the end", |fixture| fixture.app.game.as_ref().unwrap().ending().is_some());
    assert!(fixture.picture((80, 24)).contains("n: play again"));
}

#[test]
fn pictures_are_saved_by_their_extension() {
    let scratch = tempfile::tempdir().unwrap();
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("a1-a4\n");
    let game = fixture.app.game.as_mut().unwrap();
    for (name, beginning) in
        [("a.svg", &b"<svg"[..]), ("a.png", b"\x89PNG"), ("a.GIF", b"GIF8"), ("a.txt", b"[Game")]
    {
        let path = scratch.path().join(name);
        game.save_as(&path).unwrap();
        assert!(fs::read(&path).unwrap().starts_with(beginning), "{name}");
    }
}
