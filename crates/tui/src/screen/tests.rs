//! The whole program without a terminal: keys and clicks go in, pictures come out.

use std::fs;
use std::time::{Duration, Instant};

use cairn_draw::terminal::Depth;
use cairn_draw::text::Charset;
use cairn_games::GameId;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::ScreenOptions;
use super::app::ScreenApp;
use crate::config::{Characters, Config};
use crate::settings::GameSettings;
use crate::store::SavedGames;

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
fn pictures_of_menu_and_help() {
    let mut fixture = Fixture::menu();
    check("menu", &mut fixture);
    fixture.keys("?");
    check("help", &mut fixture);
    fixture.key(KeyCode::Esc);
    fixture.keys("i");
    check("instructions", &mut fixture);
    fixture.key(KeyCode::Esc);
    fixture.keys("c");
    check("no-saved-games", &mut fixture);
}

#[test]
fn the_menu_leads_to_every_game_in_every_mode() {
    let mut fixture = Fixture::menu();
    let mut seen = Vec::new();
    for _ in 0..4 {
        for _ in 0..3 {
            fixture.keys("p");
            let game = fixture.app.game.as_ref().expect("a game");
            let settings = game.settings();
            seen.push((game.game(), settings.lone_human().is_some(), settings.is_computers_only()));
            fixture.keys("q");
            assert!(fixture.app.game.is_none());
            // The line with the players.
            fixture.app.menu.focus_on(super::menu::Row::Mode);
            fixture.key(KeyCode::Right);
        }
        fixture.app.menu.focus_on(super::menu::Row::Game);
        fixture.key(KeyCode::Enter);
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 12);
    fixture.keys("q");
    assert!(fixture.app.is_done());
}

#[test]
fn rows_of_the_menu_change_what_is_played() {
    use super::menu::Row;
    let mut fixture = Fixture::menu();
    for _ in 0..2 {
        fixture.key(KeyCode::Right);
    }
    assert_eq!(fixture.app.menu.game(), GameId::Greener);
    fixture.app.menu.focus_on(Row::Board);
    fixture.key(KeyCode::Left);
    assert_eq!(fixture.app.menu.game(), GameId::Greener9x9);
    fixture.app.menu.focus_on(Row::Shuffle);
    fixture.keys("42");
    fixture.app.menu.focus_on(Row::Side);
    fixture.key(KeyCode::Right);
    fixture.app.menu.focus_on(Row::Level(cairn_games::Side::First));
    fixture.keys("0");
    fixture.app.menu.focus_on(Row::Clock);
    fixture.key(KeyCode::Right);
    let settings = fixture.app.menu.settings(0);
    assert_eq!(Some(settings.start), GameId::Greener9x9.shuffled(42));
    assert_eq!(settings.shuffle, Some(42));
    assert_eq!(settings.players.map(|player| player.to_string()), ["10", "human"]);
    assert_ne!(settings.time_control, cairn_app::TimeControl::Unlimited);
    for _ in 0..40 {
        fixture.key(KeyCode::Down);
        fixture.key(KeyCode::Right);
        fixture.picture((80, 24));
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
fn games_are_saved_loaded_and_deleted() {
    let scratch = tempfile::tempdir().unwrap();
    let store = Some(SavedGames::new(scratch.path().join("games")));
    let mut fixture = Fixture::with(ScreenOptions { store, ..ScreenOptions::default() });
    fixture.app.begin(GameSettings::new(GameId::Nava.start()), fixture.now);
    fixture.keys("a1-a4\ns");
    let file = scratch.path().join("my game.txt");
    for _ in 0..40 {
        fixture.key(KeyCode::Backspace);
    }
    fixture.keys("\n");
    assert!(fixture.picture((80, 24)).contains("Type a file name"));
    fixture.app.handle(&Event::Paste(file.display().to_string()), fixture.now);
    fixture.keys("\n");
    assert!(file.exists(), "{}", fixture.picture((80, 24)));
    fixture.keys("qy");
    assert!(fixture.picture((80, 24)).contains("Continue a saved game (1)"));
    fixture.keys("c\n");
    assert_eq!(fixture.moves(), 1);
    fixture.keys("e5-e4\nqycd");
    assert!(fixture.picture((80, 24)).contains("Delete this game"));
    fixture.keys("y");
    assert!(fixture.picture((80, 24)).contains("No saved games"));
    fixture.keys("o");
    fixture.app.handle(&Event::Paste(file.display().to_string()), fixture.now);
    fixture.keys("\n");
    assert_eq!(fixture.moves(), 1, "the file has the game as it was then");
}

#[test]
fn a_file_with_several_games_is_listed() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("two.txt");
    fs::write(&file, "[Game \"greener\"]\n*\n\n[Game \"nava\"]\n1. a1-a4 *\n").unwrap();
    let mut fixture = Fixture::menu();
    fixture.keys("co");
    fixture.app.handle(&Event::Paste(file.display().to_string()), fixture.now);
    fixture.keys("\n");
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("Games in this file") && picture.contains("2  nava:"), "{picture}");
    fixture.key(KeyCode::Down);
    fixture.keys("\n");
    assert_eq!(fixture.moves(), 1);
}

#[test]
fn a_single_choice_beside_the_board_is_taken_with_enter() {
    let mut fixture = Fixture::game(GameId::Mitsudomoe, ["human", "human"]);
    assert!(fixture.picture((80, 24)).contains("press Enter"));
    fixture.key(KeyCode::Enter);
    let picks = |fixture: &Fixture| {
        let game = fixture.app.game.as_ref().unwrap();
        game.builder().map_or(0, |builder| builder.picks().len())
    };
    assert_eq!(picks(&fixture), 1);
    fixture.key(KeyCode::Backspace);
    fixture.click((80, 24), "[+]");
    assert_eq!(picks(&fixture), 1, "a click does not wait");
}

#[test]
fn keys_without_effect_say_why() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("m");
    assert!(fixture.picture((80, 24)).contains("No computer is searching"));
    let game = fixture.app.game.as_mut().unwrap();
    let mut settings = game.settings().clone();
    settings.time_control = "3+0".parse().unwrap();
    fixture.app.begin(settings, fixture.now);
    fixture.now += Duration::from_secs(4);
    fixture.app.tick(fixture.now);
    fixture.keys("u");
    assert!(fixture.picture((80, 24)).contains("lost on time"));
}

#[test]
fn the_locale_selects_the_characters() {
    let charset = |value: &'static str| {
        let variable = move |name: &str| (name == "LC_ALL").then(|| value.to_owned());
        ScreenOptions::new(Config::default(), variable).charset
    };
    for locale in ["", "C", "POSIX", "en_US.ISO-8859-1", "de_DE"] {
        assert_eq!(charset(locale), Charset::Ascii, "{locale}");
    }
    for locale in ["C.UTF-8", "en_US.utf8"] {
        assert_eq!(charset(locale), Charset::Unicode, "{locale}");
    }
    let console = |name: &str| match name {
        "LANG" => Some("C.UTF-8".to_owned()),
        "TERM" => Some("linux".to_owned()),
        _ => None,
    };
    assert_eq!(ScreenOptions::new(Config::default(), console).charset, Charset::Ascii);
    let unicode = Config { characters: Characters::Unicode, ..Config::default() };
    assert_eq!(ScreenOptions::new(unicode, console).charset, Charset::Unicode);
}

#[test]
fn an_ascii_screen_is_ascii() {
    let options = ScreenOptions { charset: Charset::Ascii, ..ScreenOptions::default() };
    let mut fixture = Fixture::with(options);
    for keys in ["", "?", "\u{1b}i", "\u{1b}c", "\u{1b}"] {
        for letter in keys.chars() {
            fixture.key(if letter == '\u{1b}' { KeyCode::Esc } else { KeyCode::Char(letter) });
        }
        for size in [(20, 8), (80, 24), (200, 60)] {
            assert_ascii(&fixture.picture(size));
        }
    }
    for (game, moves, typed) in GAMES {
        fixture.app.begin(GameSettings::new(game.start()), fixture.now);
        for mv in moves {
            fixture.keys(&format!("{mv}\n"));
        }
        fixture.keys(typed);
        for size in [(40, 16), (80, 24), (200, 60)] {
            assert_ascii(&fixture.picture(size));
        }
        fixture.key(KeyCode::PageUp);
        assert_ascii(&fixture.picture((80, 24)));
    }
}

/// Checks that a picture is ASCII.
fn assert_ascii(picture: &str) {
    let strange: String = picture.chars().filter(|c| !c.is_ascii()).collect();
    assert_eq!(strange, "", "{picture}");
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
fn keys_can_be_changed() {
    let config = Config::read("[keys]\nhint = 'b'\nleft = 'h'\nundo = 'z'").unwrap();
    let mut fixture = Fixture::with(ScreenOptions { config, ..ScreenOptions::default() });
    fixture.app.begin(GameSettings::new(GameId::Nava.start()), fixture.now);
    fixture.keys("a1-a4\n");
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("z undo") && picture.contains("b hint"), "{picture}");
    fixture.keys("b");
    assert!(
        fixture.picture((80, 24)).contains("Searching for a good move"),
        "though b is a column"
    );
    fixture.keys("z");
    assert_eq!(fixture.moves(), 0);
    fixture.keys("u");
    assert!(fixture.picture((80, 24)).contains("has no function"));
}

#[test]
fn settings_of_the_user_come_first() {
    let text = "[defaults]\ngame = 'greener'\nlevel = 7\nside = 'second'\nclock = '100+1'";
    let config = Config::read(text).unwrap();
    let fixture = Fixture::with(ScreenOptions { config, ..ScreenOptions::default() });
    let settings = fixture.app.menu.settings(0);
    assert_eq!(settings.game(), GameId::Greener);
    assert_eq!(settings.players.map(|player| player.to_string()), ["7", "human"]);
    assert_eq!(settings.time_control.to_string(), "100+1");
}

#[test]
fn typing_is_seen_at_every_size() {
    for &game in GameId::ALL {
        for size in [(34, 12), (40, 14), (60, 20), (80, 24)] {
            let mut fixture = Fixture::game(game, ["human", "human"]);
            if fixture.picture(size).contains("enlarge") {
                continue;
            }
            fixture.keys("a1-a2,a3");
            let picture = fixture.picture(size);
            assert!(picture.contains("a1-a2,a3▏"), "{game} {size:?}: {picture}");
            fixture.keys(",b1,b2,b3,c1,c2,c3,d1,d2");
            let picture = fixture.picture(size);
            assert!(picture.contains("c3,d1,d2▏"), "{game} {size:?}: {picture}");
        }
    }
}

#[test]
fn damaged_files_are_named() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("games");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("2026-01-01-nava.txt"), "rubbish").unwrap();
    let store = Some(SavedGames::new(folder));
    let mut fixture = Fixture::with(ScreenOptions { store, ..ScreenOptions::default() });
    assert!(fixture.picture((80, 24)).contains("Continue a saved game (0)"));
    fixture.keys("c");
    let picture = fixture.picture((80, 24)).replace(['\n', '│'], "").replace(' ', "");
    assert!(picture.contains("Cannotberead:"), "{picture}");
    assert!(picture.contains("2026-01-01-nava.txt,line1:"), "{picture}");
}

#[test]
fn hints_point_from_the_origin_to_the_target() {
    let mut fixture = Fixture::game(GameId::Greener, ["human", "human"]);
    fixture.keys("h");
    fixture.settle("a hint", |fixture| {
        fixture.app.game.as_ref().is_some_and(|game| game.study().hint().is_some())
    });
    let picture = fixture.picture((80, 24));
    let pointers = picture.chars().filter(|c| "←→↑↓".contains(*c)).count();
    assert_eq!((pointers, picture.matches('◆').count()), (1, 1), "{picture}");
}

#[test]
fn any_size_is_drawn_with_and_without_colour() {
    for depth in [None, Some(Depth::Sixteen), Some(Depth::TwoHundredFiftySix), Some(Depth::True)] {
        let options = ScreenOptions { depth, ..ScreenOptions::default() };
        let mut fixture = Fixture::with(options);
        for (width, height) in [(1, 1), (10, 3), (33, 11), (34, 12), (40, 15), (79, 23), (120, 30)]
        {
            let picture = fixture.picture((width, height));
            if (10..34).contains(&width) {
                assert!(picture.contains("This"), "{picture}");
            }
        }
        for &game in GameId::ALL {
            fixture.app.begin(GameSettings::new(game.start()), fixture.now);
            for width in (1..130).step_by(13) {
                for height in (1..60).step_by(7) {
                    fixture.picture((width, height));
                }
            }
        }
        fixture.keys("?");
        for size in [(1, 1), (34, 12), (60, 20)] {
            fixture.picture(size);
        }
    }
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
fn narrow_windows_lose_no_word_of_the_help() {
    const HELP: &str = crate::KEYS;
    for size in [(34, 12), (50, 16), (80, 24)] {
        let mut fixture = Fixture::menu();
        fixture.keys("?");
        let mut seen = String::new();
        for _ in 0..100 {
            let picture = fixture.picture(size);
            for line in picture.lines().skip(1) {
                seen.push_str(line.trim_matches(|c: char| "│ ".contains(c)));
                seen.push('\n');
            }
            fixture.key(KeyCode::Down);
        }
        for word in HELP.split_whitespace().filter(|word| *word != "#") {
            assert!(seen.contains(word), "{size:?}: {word}");
        }
        assert!(fixture.picture(size).contains("↑ more"), "{size:?}");
    }
}

#[test]
fn words_that_do_not_fit_are_not_cut_in_half() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    let picture = fixture.picture((40, 14));
    assert!(picture.contains("White: Choose a stack to move"), "{picture}");
    assert!(!picture.contains("arrows"), "half a hint is worse than none: {picture}");
    fixture.app.game.as_mut().unwrap().say("word ".repeat(40));
    for size in [(40, 14), (80, 24)] {
        assert!(fixture.picture(size).lines().any(|line| line.ends_with('…')), "{size:?}");
    }
}

#[test]
fn choices_of_the_menu_last_until_the_next_time() {
    let scratch = tempfile::tempdir().unwrap();
    let options = ScreenOptions {
        store: Some(SavedGames::new(scratch.path().join("cairn/games"))),
        ..ScreenOptions::default()
    };
    let mut fixture = Fixture::with(options.clone());
    fixture.key(KeyCode::Right);
    // Playing is enough; the program may be killed afterwards.
    fixture.keys("p");
    drop(fixture);
    let fixture = Fixture::with(options);
    assert_eq!(fixture.app.menu.game(), GameId::Mitsudomoe);
}

#[test]
fn original_styles_are_drawn_and_their_cells_typed() {
    for (game, style, shown, typed) in [
        (GameId::Nava, "000", "X X X X X X", "04\n"),
        (GameId::Nava, "001", "WWWWWW", "e1\n"),
        (GameId::Mitsudomoe, "002", "WoW", "+\n32\n41\n"),
        (GameId::Greener, "003", "white points", "25\n"),
        (GameId::Glaisher, "004", "i=4 ║", "0-1\n"),
    ] {
        let style = style.parse().unwrap();
        let mut fixture = Fixture::with(ScreenOptions { style, ..ScreenOptions::default() });
        fixture.app.begin(GameSettings::new(game.start()), fixture.now);
        fixture.keys(typed);
        let picture = fixture.picture((110, 40));
        assert!(game == GameId::Mitsudomoe || picture.contains(shown), "{picture}");
        let picks = fixture.app.game.as_ref().and_then(|game| game.builder());
        assert!(picks.is_some_and(|builder| !builder.picks().is_empty()), "{game}: {picture}");
    }
    let style = "large".parse().unwrap();
    let mut fixture = Fixture::with(ScreenOptions { style, ..ScreenOptions::default() });
    fixture.app.begin(GameSettings::new(GameId::Glaisher.start()), fixture.now);
    assert!(fixture.picture((40, 20)).contains("enlarge"), "a size that is asked for is kept");
}

#[test]
fn the_menu_offers_the_levels_of_the_original_programs() {
    use super::menu::computers;
    let words = computers(GameId::Nava);
    assert_eq!(words.len(), 10 + 5 + 3);
    for word in ["original", "original:easy", "original:001", "greedy", "uct"] {
        assert!(words.iter().any(|other| other == word), "{word}");
    }
    assert!(!computers(GameId::Greener).iter().any(|word| word == "original:medium"));
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

#[test]
fn single_steps_are_made_by_themselves() {
    let mut fixture = automatic(GameId::Mitsudomoe, ["human", "human"]);
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("+ › Where does the ring go?"), "{picture}");
    check("mitsudomoe-automatic", &mut fixture);
    fixture.key(KeyCode::Backspace);
    assert!(fixture.picture((80, 24)).contains("No step to take back"));
    fixture.keys("u");
    assert!(fixture.picture((80, 24)).contains("Nothing to undo"), "not of what was automatic");
    fixture.keys("+c2;b1-c2\n");
    assert_eq!(fixture.moves(), 1, "the whole move can still be typed");
    fixture.keys("u");
    assert_eq!(fixture.moves(), 0);
    // Nava begins with one stack.
    let mut fixture = automatic(GameId::Nava, ["human", "human"]);
    fixture.keys("a1 a4\n");
    assert_eq!(fixture.moves(), 1, "{}", fixture.picture((80, 24)));
    fixture.keys("b5\n");
    assert_eq!(fixture.moves(), 2, "{}", fixture.picture((80, 24)));
}

#[test]
fn a_forced_pass_is_announced_and_made() {
    // Black has no capture.
    let position = "x5,ggggggwwwww/x6/x6/x6/x,g,x2,gggggwwww,x/ggggggbbbbbbbbb,x5 b";
    let start = cairn_games::read_position(&[GameId::Greener], position).unwrap();
    let mut fixture = Fixture::menu();
    let mut settings = GameSettings::new(start);
    settings.automatic_steps = true;
    fixture.app.begin(settings.clone(), fixture.now);
    let picture = fixture.picture((80, 24));
    if !start.move_texts().iter().all(|mv| mv == "pass") {
        panic!("the position has captures: {:?}", start.move_texts());
    }
    assert!(picture.contains("There is only one move: pass"), "{picture}");
    assert_eq!(fixture.moves(), 0);
    fixture.now += Duration::from_secs(2);
    fixture.app.tick(fixture.now);
    assert_eq!(fixture.moves(), 1);
    assert!(fixture.picture((80, 24)).contains("There is only one move: pass"), "still to be read");
    // Enter does not wait, and the switch turns it off.
    fixture.app.begin(settings.clone(), fixture.now);
    fixture.key(KeyCode::Enter);
    assert_eq!(fixture.moves(), 1);
    settings.automatic_steps = false;
    fixture.app.begin(settings, fixture.now);
    fixture.now += Duration::from_secs(2);
    fixture.app.tick(fixture.now);
    assert_eq!(fixture.moves(), 0);
}

#[test]
fn wrong_choices_are_answered_in_words() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.click((80, 24), "B6");
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("The stack on e5 is Black's."), "{picture}");
}

#[test]
fn parts_show_their_heights_while_they_are_chosen() {
    let mut fixture = Fixture::game(GameId::Glaisher, ["human", "human"]);
    fixture.keys("b1\nc2\n");
    check("glaisher-parts", &mut fixture);
}

#[test]
fn the_end_offers_easier_and_harder_levels() {
    let scratch = tempfile::tempdir().unwrap();
    let store = SavedGames::new(scratch.path().join("cairn/games"));
    let options = ScreenOptions { store: Some(store.clone()), ..ScreenOptions::default() };
    let mut fixture = Fixture::with(options);
    let players = ["human", "2"].map(|word| word.parse().unwrap());
    let settings = GameSettings::new(GameId::Nava.start()).with_players(players);
    fixture.app.begin(settings, fixture.now);
    fixture.keys("xy");
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("You resigned. Black wins."), "{picture}");
    assert!(picture.contains("Try an easier opponent."), "{picture}");
    assert!(picture.contains("[-] easier: level 1, Newcomer"), "{picture}");
    check("resigned", &mut fixture);
    fixture.keys("-");
    let game = fixture.app.game.as_ref().unwrap();
    assert_eq!(game.settings().players.clone().map(|player| player.to_string()), ["1", "human"]);
    let remembered = super::remembered_level(&store, cairn_games::Side::Second);
    assert_eq!(remembered.map(|level| level.number()), Some(1));
    fixture.keys("xy");
    fixture.keys("-");
    assert!(fixture.picture((80, 24)).contains("no such level"));
}

#[test]
fn turning_points_are_found_and_shown() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("t");
    assert!(fixture.picture((80, 24)).contains("when the game is over"));
    fixture.keys("a1-a5\ne5-a5\na1-a3\na5-a3\n");
    assert!(fixture.app.game.as_ref().unwrap().ending().is_some());
    fixture.keys("t");
    fixture.settle("the review", |fixture| !fixture.app.game.as_ref().unwrap().is_reviewing());
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("Turning point 1 of"), "{picture}");
    assert!(fixture.app.game.as_ref().unwrap().is_browsing());
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

#[test]
fn small_windows_show_whole_boards_and_questions() {
    for (game, size) in [
        (GameId::Nava, (34, 12)),
        (GameId::Mitsudomoe, (34, 12)),
        (GameId::Greener, (44, 12)),
        (GameId::Glaisher, (41, 13)),
    ] {
        let mut fixture = automatic(game, ["human", "human"]);
        let picture = fixture.picture(size);
        let prompt = fixture.app.game.as_ref().unwrap().builder().unwrap().prompt();
        assert!(picture.contains(prompt), "{game}: {prompt}: {picture}");
    }
    let mut fixture = Fixture::game(GameId::Greener, ["human", "human"]);
    fixture.keys("e6-e5\nb6-a6\n");
    let picture = fixture.picture((44, 12));
    assert!(picture.contains("B1/2"), "greens first, then the height: {picture}");
}

#[test]
fn the_rules_leave_the_board_in_sight() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("i");
    check("rules-beside", &mut fixture);
    let picture = fixture.picture((130, 40));
    assert!(
        picture.contains("Instructions") && picture.contains("a       b       c       d       e")
    );
}

#[test]
fn levels_have_words_in_the_menu() {
    use super::menu::Row;
    let mut fixture = Fixture::menu();
    assert!(fixture.picture((80, 24)).contains("‹ level 2, Beginner ›"));
    fixture.app.menu.focus_on(Row::Level(cairn_games::Side::Second));
    check("menu-level", &mut fixture);
}
