//! The command line as data, with help that teaches.

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::draw::DrawArguments;
use crate::engine_arguments::{
    AnalyseArguments, AnnotateArguments, LadderArguments, MatchArguments, SolveArguments,
};
use crate::learning_arguments::{
    GuideArguments, InputsArguments, SelfplayArguments, TuneArguments,
};
use crate::set_up::{From, SetUp, game_names};

/// Play, study and master four stacking games: Nava, Mitsudomoe, Greener and Glaisher
#[derive(Parser, Debug)]
#[command(
    name = "cairn",
    version,
    after_help = "Examples:
  cairn                              the menu, on a terminal
  cairn play nava                    a game against the computer
  cairn games                        what can be played
  cairn moves nava                   the legal moves at the start
  cairn apply nava a1-a4 e5-e4       the position after two moves
  cairn perft greener 5              count move sequences
  cairn draw glaisher --out g.svg    a picture of the start

Positions and moves are text: see `cairn help convert`. Status 0 is success, 1 a wrong
input, 2 a wrong use of the command line."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games with one line each
    #[command(after_help = "Examples:
  cairn games
  cairn games --json")]
    Games(GamesArguments),

    /// List the legal moves of a position, one a line
    #[command(after_help = "Examples:
  cairn moves nava
  cairn moves greener --seed 7
  cairn moves greener --size 9x9 --seed 1
  cairn moves mitsudomoe --position 'x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w' --json
  cairn moves glaisher --position - < state.pl      a term of an original program")]
    Moves(MovesArguments),

    /// Count the move sequences of each length, to check the rules and their speed
    #[command(after_help = "Examples:
  cairn perft nava 6
  cairn perft glaisher 2 --threads 1
  cairn perft mitsudomoe 3 --divide                 the count behind each first move
  cairn perft greener 5 --seed 7 --json")]
    Perft(PerftArguments),

    /// Make moves and print the position they lead to
    #[command(after_help = "Examples:
  cairn apply nava a1-a4 e5-e4
  cairn apply mitsudomoe '+c2;b1-c2'                quote moves that the shell would split
  cairn apply glaisher i6-h6,g6,f6+e5 --json
  cairn apply greener c3-c4 --position \"$(cairn apply greener a1-b1)\"

An illegal move is named with the reason, and nothing is printed.")]
    Apply(ApplyArguments),

    /// Write a position in another form
    #[command(after_help = "Examples:
  cairn convert --position - --to notation < state.pl
  cairn convert nava --position 'x4,bbbbbb/x5/x5/x5/wwwwww,x4 w' --to prolog
  cairn convert nava --position 'x4,bbbbbb/x5/x5/x5/wwwwww,x4 w' --to prolog --dialect 001
  cairn convert --position 'initialBoard([[...]]).' --to json

The notation has rows from the top, `/` between rows, `,` between cells, `x` for an empty
cell, `x4` for four of them, a stack from bottom to top, then a space and the side to move.
Terms of the five original Prolog programs are told apart by their shape. A state that no
game can come to is converted with a warning.")]
    Convert(ConvertArguments),

    /// Play a game in the terminal, against the computer or a person, or watch two computers
    #[command(after_help = "Examples:
  cairn play nava                                   you begin, against level 3
  cairn play greener --first 5 --second human --seed 7
  cairn play glaisher --first human --second human --clock 600+5
  cairn play mitsudomoe --first 8 --second original watch two computers
  cairn play nava --plain --style original          line by line, as in 2020
  printf 'a1-a4\\nquit\\n' | cairn play nava          a game through a pipe

WHO is `human`, `random`, `original`, `uct`, a level from 1 to 10, or `ugi:COMMAND` for
another engine. Without a terminal the game is played line by line; `help` lists what can
be typed then.")]
    Play(PlayArguments),

    /// Run the web application: play, watch and study in a browser
    #[command(after_help = "Examples:
  cairn serve                                       then open http://127.0.0.1:8080
  cairn serve --addr 0.0.0.0:80 --data /srv/cairn/games.db
  cairn serve --data postgres://cairn@db/cairn      several servers can share one database
  cairn serve --behind-proxy --log-format json

Games are kept in a file that is created if it is missing. Stop with Ctrl-C; games go on
where they were when the server is started again. /healthz tells whether all is well and
/metrics how busy it is, for Prometheus.")]
    Serve(ServeArguments),

    /// Find the best lines of a position, with their values
    #[command(after_help = "Examples:
  cairn analyse nava
  cairn analyse glaisher --time 5000 --lines 3
  cairn analyse greener --seed 7 --depth 12 --json
  cairn analyse --record game.txt --after 10        a position of a game

Values are for the side to move: 0 is even, +1.00 wins about 73 %. A result that is proved
is said in words with its distance in plies.")]
    Analyse(AnalyseArguments),

    /// Add the engine's evaluations to a game record and mark mistakes
    #[command(after_help = "Examples:
  cairn annotate game.txt > annotated.txt
  cairn annotate game.txt --time 2000 --out game.txt

Evaluations are for the player who moves first. `?!`, `?` and `??` mark moves that give away
8, 15 and 30 points of a hundred, with a better line beside them.")]
    Annotate(AnnotateArguments),

    /// Prove the value of a position
    #[command(after_help = "Examples:
  cairn solve mitsudomoe:single
  cairn solve greener --position \"$P\" --time 10000
  cairn solve nava --position \"$P\" --json")]
    Solve(SolveArguments),

    /// Let two players play many games, and say who is stronger
    #[command(after_help = "Examples:
  cairn match nava 10 uct --games 100 --time 100
  cairn match greener 5 4 --games 200 --nodes 1000
  cairn match glaisher 10 'ugi:my-engine --fast' --tc 60+0.5 --records games.txt
  cairn match nava 10 'ugi:cairn-old ugi nava' --games 4000 --sprt 0,20
  cairn match nava 10,threads=8 10 --concurrency 1           eight threads against one
  cairn match nava 10,time=100 10,time=1000                  time odds

Each opening is played twice with the sides exchanged. Elo is from the first player's side,
with its 95 % interval. --threads, --hash and --time are for both players, other engines
included; options after a player's name are for that player alone.")]
    Match(MatchArguments),

    /// Measure the levels
    Arena {
        #[command(subcommand)]
        command: ArenaCommand,
    },

    /// Speak the Universal Game Interface on standard input and output
    #[command(after_help = "Examples:
  cairn ugi nava
  printf 'ugi\\nisready\\nposition startpos\\ngo movetime 100\\n' | cairn ugi nava")]
    Ugi {
        /// The game
        #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
        game: String,
    },

    /// Learn better weights for the evaluation from the engine's own games
    #[command(after_help = "Examples:
  cairn tune nava --out nava.txt
  cairn tune greener --out greener.txt --positions 500000 --generations 2

New weights are kept only if they win a match against the old ones.")]
    Tune(TuneArguments),

    /// Play games of the engine against itself, for a network to learn from
    #[command(after_help = "Examples:
  cairn selfplay nava --out nava.games --positions 5000000
  cairn selfplay greener --out greener.games --net better.net --seconds 600

A file that is there already is gone on with. See train/README.md for the next step.")]
    Selfplay(SelfplayArguments),

    /// Turn such games into the inputs that a network learns from
    #[command(after_help = "Examples:
  cairn inputs nava.games --out nava.inputs
  cairn inputs first.games second.games --out nava.inputs --views 8")]
    Inputs(InputsArguments),

    /// Let a net learn from such games which candidates to look at
    #[command(after_help = "Examples:
  cairn guide glaisher.games --net glaisher.net --out guided.net

Where a game has few enough moves to look at all of them, the net is written as it is.")]
    Guide(GuideArguments),

    /// Print one number that changes only when the search's behaviour changes, and its speed
    #[command(after_help = "Examples:
  cairn bench")]
    Bench,

    /// Draw a position or a whole game: text, SVG, PNG or GIF
    #[command(after_help = "Examples:
  cairn draw nava
  cairn draw glaisher --style original              as the original program did
  cairn draw greener --style ascii --flip
  cairn draw mitsudomoe --style words               for screen readers
  cairn draw nava --move a1-a4 --out move.svg       a move as an arrow
  cairn draw nava --targets a1 --out choices.svg    where the stack on a1 can go
  cairn draw greener --line best --out line.svg     the engine's line, numbered
  cairn draw nava --play a1-a4 --out after.png --width 1000 --theme dark
  cairn draw --record game.txt --out game.gif       a whole game
  cairn draw --position - --out state.svg < state.pl

Text goes to standard output, with colours on a terminal unless NO_COLOR is set. What a
file holds is told from its ending: .svg, .png, .gif or .txt. A position that no game can
come to is drawn with a warning.")]
    Draw(DrawArguments),

    /// Print a script that completes commands in your shell
    #[command(after_help = "Examples:
  cairn completions bash > ~/.local/share/bash-completion/completions/cairn
  cairn completions zsh > ~/.zfunc/_cairn
  cairn completions fish > ~/.config/fish/completions/cairn.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },

    /// Print the manual page
    #[command(after_help = "Examples:
  cairn man | man -l -
  cairn man > ~/.local/share/man/man1/cairn.1")]
    Man,
}

#[derive(Subcommand, Debug)]
pub enum ArenaCommand {
    /// Play each level against the one below it, and print a table
    #[command(after_help = "Examples:
  cairn arena ladder
  cairn arena ladder nava greener --games 200 --time 50")]
    Ladder(LadderArguments),
}

#[derive(Args, Debug)]
pub struct GamesArguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct MovesArguments {
    #[command(flatten)]
    pub set_up: SetUp,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct PerftArguments {
    #[command(flatten)]
    pub set_up: SetUp,

    /// How many moves ahead to count
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99))]
    pub depth: u32,

    /// Print the count behind each first move
    #[arg(long)]
    pub divide: bool,

    /// How many threads share the work; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ApplyArguments {
    #[command(flatten)]
    pub set_up: SetUp,

    /// The moves, one word each
    #[arg(value_name = "MOVE", required = true)]
    pub moves: Vec<String>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct PlayArguments {
    #[command(flatten)]
    pub set_up: SetUp,

    /// Who moves first
    #[arg(long, value_name = "WHO", default_value = "human")]
    pub first: String,

    /// Who moves second
    #[arg(long, value_name = "WHO", default_value = "3")]
    pub second: String,

    /// Play line by line, for screen readers and pipes
    #[arg(long)]
    pub plain: bool,

    /// How the board is written in plain mode: unicode, ascii, large, large-ascii, huge,
    /// huge-ascii, tiny, tiny-ascii, words, original, or original:NNN for one of several
    #[arg(long, value_name = "STYLE")]
    pub style: Option<String>,

    /// How long level 10, uct and other engines think about a move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    /// Clocks: seconds for the game and for each move, such as 300+5
    #[arg(long, value_name = "BASE+INC", conflicts_with = "time")]
    pub clock: Option<String>,

    /// Do not keep the game in the data folder as it goes
    #[arg(long)]
    pub no_save: bool,

    /// Where the chance of players begins who have any; the same number plays the same
    /// game
    #[arg(long, value_name = "N")]
    pub chance: Option<u64>,
}

#[derive(Args, Debug)]
pub struct ConvertArguments {
    /// The game; told from the position if left out
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    #[command(flatten)]
    pub from: From,

    /// The form to write
    #[arg(long, value_name = "FORM")]
    pub to: Target,

    /// Which original program's form of a Prolog term, such as 001; see --help
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<String>,
}

#[derive(Args, Debug)]
pub struct ServeArguments {
    /// Where to listen
    #[arg(long, value_name = "HOST:PORT", default_value_t = cairn_web::Config::ADDR)]
    pub addr: std::net::SocketAddr,

    /// Where games are kept: a file, or `postgres://...`; without it, `cairn/games.db` in
    /// your data folder
    #[arg(long, value_name = "URL")]
    pub data: Option<String>,

    /// How many threads think; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Longest analysis of a position that a visitor watches
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub analysis_seconds: u16,

    /// Engine time for evaluating a whole game
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
    pub evaluation_seconds: u16,

    /// Believe the proxy in front about visitors' addresses (X-Forwarded-For) and about
    /// https (X-Forwarded-Proto)
    #[arg(long)]
    pub behind_proxy: bool,

    /// What to log: error, warn, info, debug or trace, also for parts: `warn,cairn_web=debug`
    #[arg(long, value_name = "FILTER", default_value = "info")]
    pub log: String,

    /// How to log
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// The forms of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for people
    Text,
    /// A line of JSON
    Json,
}

/// The forms a position can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// One line of text
    Notation,
    /// A term of an original program
    Prolog,
    /// One line of JSON
    Json,
}
