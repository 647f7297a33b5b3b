//! Definition of the command line.

use clap::{Parser, Subcommand};

use crate::commands::apply::ApplyArguments;
use crate::commands::config::ConfigArguments;
use crate::commands::convert::ConvertArguments;
use crate::commands::data::DataArguments;
use crate::commands::draw::DrawArguments;
use crate::commands::explore::ExploreArguments;
use crate::commands::games::GamesArguments;
use crate::commands::learn::LearnArguments;
use crate::commands::moves::MovesArguments;
use crate::commands::perft::PerftArguments;
use crate::commands::play::PlayArguments;
use crate::commands::report::ReportArguments;
use crate::commands::serve::ServeArguments;
use crate::commands::site::SiteArguments;
use crate::commands::value::ValueArguments;
use crate::engine_arguments::{
    AnalyseArguments, AnnotateArguments, LadderArguments, MatchArguments, SolveArguments,
};
use crate::position_arguments::{PositionArguments, game_names};
use crate::puzzle_arguments::{PuzzleArguments, PuzzlesCommand};
use crate::training_arguments::{InputsArguments, PolicyArguments, SelfplayArguments};

/// Play, study and master four stacking games: Nava, Mitsudomoe, Greener and Glaisher
#[derive(Parser, Debug)]
#[command(
    name = "cairn",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  cairn                              the menu (on a terminal)
  cairn learn nava                   lessons, starting from the first move
  cairn play nava                    a game against the computer
  cairn games                        the games and their rule sets
  cairn moves nava                   the legal moves at the start
  cairn apply nava a1-a4 e5-e4       the position after two moves
  cairn analyse nava                 the engine's best line
  cairn draw glaisher --out g.svg    a picture of the start

`cairn help COMMAND` explains a command; `cairn help convert` explains the notation.
Exit status: 0 success, 1 invalid input, 2 usage error, 130 interrupted."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Draw the menu and the boards with ASCII characters
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games, or your saved games
    #[command(after_help = "Examples:
  cairn games
  cairn games --json
  cairn games --saved                               latest first, for play --continue N")]
    Games(GamesArguments),

    /// List the legal moves in a position, one per line
    #[command(after_help = "Examples:
  cairn moves nava
  cairn moves greener --seed 7
  cairn moves greener --size 9x9 --seed 1
  cairn moves mitsudomoe --position 'x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w' --json
  cairn moves glaisher --position - < state.pl      a term of an original program")]
    Moves(MovesArguments),

    /// Count the move sequences of each length
    #[command(after_help = "Examples:
  cairn perft nava 6
  cairn perft glaisher 2 --threads 1
  cairn perft mitsudomoe 3 --divide                 counts per first move
  cairn perft greener 5 --seed 7 --json")]
    Perft(PerftArguments),

    /// Play moves and print the resulting position
    #[command(after_help = "Examples:
  cairn apply nava a1-a4 e5-e4
  cairn apply mitsudomoe '+c2;b1-c2'                quote moves that the shell would split
  cairn apply glaisher i6-h6,g6,f6+e5 --json
  cairn apply greener c3-c4 --position \"$(cairn apply greener a1-b1)\"

If a move is illegal, the command says why and prints no position.")]
    Apply(ApplyArguments),

    /// Convert a position to another format
    #[command(after_help = "Examples:
  cairn convert --position - --to notation < state.pl
  cairn convert nava --position 'x4,bbbbbb/x5/x5/x5/wwwwww,x4 w' --to prolog
  cairn convert nava --position 'x4,bbbbbb/x5/x5/x5/wwwwww,x4 w' --to prolog --dialect 001
  cairn convert greener --seed 7 --to json

The notation lists the rows from the top, with `/` between rows and `,` between cells. `x` is
an empty cell, `x4` four of them; a stack is written from bottom to top. A space and the side
to move follow. Terms of the five original Prolog programs are recognised by their shape.
Unreachable positions are converted with a warning.")]
    Convert(ConvertArguments),

    /// Evaluate a position with the evaluation of an original program
    #[command(after_help = "Examples:
  cairn value glaisher                              the start, to both players
  cairn value --position - < state.pl               a state of an original program
  cairn value nava --program 001 --json

The value is computed like the program's own `value` predicate. For each player, higher is
better. A game with two programs has two values.")]
    Value(ValueArguments),

    /// Play a game in the terminal
    #[command(after_help = "Examples:
  cairn play                                        the menu
  cairn play nava                                   you move first, against level 2
  cairn play greener --first 5 --second human --seed 7
  cairn play glaisher --first human --second human --clock 600+5
  cairn play mitsudomoe --first 8 --second original watch two computers
  cairn play nava --style original                  the board of the 2020 program
  cairn play --continue                             the latest unfinished game
  cairn play --continue games.txt#3                 game 3 of a file
  printf 'a1-a4\\nquit\\n' | cairn play nava          a game through a pipe

WHO is `human`, a level from 1 to 10, `random`, `uct`, `greedy`, `original`, or `ugi:COMMAND`
for another engine. `original` plays like the game's Prolog program of 2020; its levels are
original:easy, original:medium and original:hard (the default; Greener has no medium), and
for Nava also original:001 and original:001-easy. `greedy` looks one turn ahead with the
formula in that program's document. Without a terminal, the game is played line by line; type
`help` for the commands.")]
    Play(PlayArguments),

    /// Learn a game with lessons in the terminal
    #[command(after_help = "Examples:
  cairn learn                                       the games and your progress
  cairn learn nava                                  the first unsolved lesson
  cairn learn glaisher --lesson 3

A lesson shows a position and a task. The rules judge your move and explain what is wrong with
it; a hint shows a correct one. After the last lesson comes a first game against level 1, with an
optional hint on every turn. Your progress is saved. Without a terminal, the lessons run line by
line; type `help` for the commands.")]
    Learn(LearnArguments),

    /// Solve puzzles in the terminal
    #[command(after_help = "Examples:
  cairn puzzle                                      the puzzle of the day
  cairn puzzle nava                                 from the easiest unsolved puzzle
  cairn puzzle glaisher --theme fork --difficulty hard
  cairn puzzle k3f9b2                               the puzzle with this id

A puzzle has exactly one correct first move, which is proved. A wrong move is answered with its
refutation, a correct one with the best defence. Your progress is saved. Without a terminal, the
puzzles run line by line; type `help` for the commands.")]
    Puzzle(PuzzleArguments),

    /// Make and verify puzzles
    #[command(after_help = "Examples:
  cairn puzzles make nava --games 500 --out found.txt
  cairn puzzles select nava found.txt --count 400 --out nava.txt
  cairn puzzles check                               prove all built-in puzzles again
  cairn puzzles check glaisher --sample 20
  cairn puzzles check nava --file found.txt

A puzzle is a position with one winning or one saving move, proved by exhaustive search. `make`
looks for puzzles in games between levels of the engine, and appends each to the file as soon as
it is found; docs/puzzles.md describes the format.")]
    Puzzles {
        #[command(subcommand)]
        command: PuzzlesCommand,
    },

    /// Set up a position in the terminal
    #[command(after_help = "Examples:
  cairn edit nava                                   from the start position
  cairn edit greener --size 9x9
  cairn edit nava --position 'x4,bbbbbb/x5/x5/x5/wwwwww,x4 w'

The editor says at each step whether the position is reachable in a game and, if not, why. `p` plays
from it, `c` copies it, and `?` lists all keys. Without a terminal, the command prints the position
and the verdict.")]
    Edit(PositionArguments),

    /// Run the web application
    #[command(after_help = "Examples:
  cairn serve                                       then open http://127.0.0.1:8080
  cairn serve --addr 0.0.0.0:80 --data /srv/cairn/games.db
  cairn serve --data postgres://cairn@db/cairn      several servers can share one database
  cairn serve --behind-proxy --log-format json

The database file is created if it does not exist. Stop the server with Ctrl-C; games continue
when it starts again. /healthz reports its health, /metrics has metrics for Prometheus.")]
    Serve(ServeArguments),

    /// Export the pages that need no server as a folder for any web server
    #[command(after_help = "Examples:
  cairn site --out public                           then upload the folder public
  cairn site --out /var/www/html/cairn              inside another site

The folder has the rules, analysis, import and export, and games against the computer or between
two people sharing a device, which all run in the browser. Links are relative, so it works at any
address. A folder that this command wrote earlier is replaced; any other must be empty.")]
    Site(SiteArguments),

    /// Back up, check and prune the games of the web application
    #[command(after_help = "Examples:
  cairn data backup games-copy.db                   a copy of the database
  cairn data check --data /srv/cairn/games.db       replay all games
  cairn data prune --keep-finished 365d             remove old games now

All of this works while the server runs. Back up a PostgreSQL database with pg_dump. To restore
a backup, stop the server and replace the database with the copy.")]
    Data(DataArguments),

    /// Find the best lines in a position
    #[command(
        after_help = "Examples:
  cairn analyse nava
  cairn analyse glaisher --time 5000 --lines 3
  cairn analyse greener --seed 7 --depth 12 --json
  cairn analyse --record game.txt --after 10        a position of a game
  cairn analyse --record games.txt#3                the third game of a file

Without a limit, the search takes one second. Scores are for the side to move: 0 is even, +1.00
wins about 73 %. A proven result is given in words, with the number of plies to the end.
Ctrl-C stops the search and prints the best lines so far.",
        visible_alias = "analyze"
    )]
    Analyse(AnalyseArguments),

    /// Show the moves played in an opening, their scores, and the engine's opinion
    #[command(after_help = "Examples:
  cairn explore nava                                the first moves
  cairn explore nava a1-a4 e5-e4                    the replies after two moves
  cairn explore glaisher --position \"$P\" --json
  cairn explore make nava --out nava.openings       make your own table

The built-in games are between levels 3 to 10 of the engine. Symmetric positions and moves are
counted together. Results and scores are for the side to move: 0 is even, +1.00 wins about 73 %.")]
    Explore(ExploreArguments),

    /// Add evaluations to a game record and mark mistakes
    #[command(after_help = "Examples:
  cairn annotate game.txt > annotated.txt
  cairn annotate game.txt --time 2000 --out game.txt

All games in a file are annotated; FILE#N selects one. Without a limit, each position gets half a
second. Evaluations are for the player who moves first. `?!`, `?` and `??` mark moves that cost
8, 15 and 30 percentage points of expected score, with a better line beside them. Ctrl-C stops
and prints the moves annotated so far.")]
    Annotate(AnnotateArguments),

    /// Prove the game-theoretic value of a position
    #[command(after_help = "Examples:
  cairn solve mitsudomoe:single
  cairn solve greener --position \"$P\" --time 10000
  cairn solve nava --position \"$P\" --json
  cairn solve campaign greener solved.jsonl         the standard set-up and seeds 1 to 15
  cairn solve check solved.jsonl                    verify the results")]
    Solve(SolveArguments),

    /// Play a match between two players and estimate the Elo difference
    #[command(after_help = "Examples:
  cairn match nava 10 uct --games 100 --time 100
  cairn match greener 5 4 --games 200 --nodes 1000
  cairn match glaisher 10 'ugi:my-engine --fast' --tc 60+0.5 --records games.txt
  cairn match nava 10 'ugi:cairn-old ugi nava' --games 4000 --sprt 0,20
  cairn match nava 10,threads=8 10 --concurrency 1           eight threads against one
  cairn match nava 10,time=100 10,time=1000                  time odds

Each opening is played twice, with sides exchanged. Elo is given for the first player, with its
95 % interval. --threads, --hash and --time apply to both players, including external engines;
options after a player's name apply only to that player.")]
    Match(MatchArguments),

    /// Measure the strength of the levels
    Arena {
        #[command(subcommand)]
        command: ArenaCommand,
    },

    /// Report statistics of a game from games between computers
    #[command(after_help = "Examples:
  cairn report nava                                 into the folder reports
  cairn report nava --games 1000 --strong-games 200 --out nava-report
  cairn report glaisher glaisher:rulebook           two rule sets, and their comparison
  cairn report greener --players random,3,6,9       a different set-up for each game

Each player plays against itself and against the next weaker one. The report shows who wins, how long
games are, how much choice there is, what decides, how the lead changes, how far apart the players
are, and how the board is used. Every number has its 95 % interval. The games are saved: after Ctrl-C,
the same command resumes.")]
    Report(ReportArguments),

    /// Speak the Universal Game Interface on standard input and output
    #[command(after_help = "Examples:
  cairn ugi nava
  printf 'ugi\\nisready\\nposition startpos\\ngo movetime 100\\n' | cairn ugi nava")]
    Ugi {
        /// Game
        #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
        game: String,
    },

    /// Let the engine play itself to make training data for a net
    #[command(after_help = "Examples:
  cairn selfplay nava --out nava.games --positions 5000000
  cairn selfplay greener --out greener.games --net better.net --seconds 600

An existing file is resumed. Ctrl-C stops after the current game. See train/README.md for the
next step.")]
    Selfplay(SelfplayArguments),

    /// Turn self-play games into net inputs for training
    #[command(after_help = "Examples:
  cairn inputs nava.games --out nava.inputs
  cairn inputs first.games second.games --out nava.inputs --views 8")]
    Inputs(InputsArguments),

    /// Train the policy of a net on self-play games
    #[command(
        alias = "guide",
        after_help = "Examples:
  cairn policy glaisher.games --net glaisher.net --out with-policy.net

Only Glaisher has a policy; for other games the net is written unchanged."
    )]
    Policy(PolicyArguments),

    /// Search a fixed set of positions and print a checksum and the speed
    #[command(after_help = "Examples:
  cairn bench

Standard output is the number of nodes, which changes only when the behaviour of the search
changes.")]
    Bench,

    /// Draw a position or a game as text, SVG, PNG or GIF
    #[command(after_help = "Examples:
  cairn draw nava
  cairn draw glaisher --style original              in the style of the original program
  cairn draw greener --style ascii --flip
  cairn draw mitsudomoe --style words               for screen readers
  cairn draw nava --move a1-a4 --out move.svg       a move as an arrow
  cairn draw nava --targets a1 --out choices.svg    where the stack on a1 can go
  cairn draw greener --line best --out line.svg     the engine's line, numbered
  cairn draw nava --play a1-a4 --out after.png --width 1000 --theme dark
  cairn draw --record game.txt --out game.gif       a whole game
  cairn draw --position - --out state.svg < state.pl

Text goes to standard output, with colours on a terminal unless NO_COLOR is set. The format of
a file follows from its extension: .svg, .png, .gif or .txt. Unreachable positions are drawn
with a warning.")]
    Draw(DrawArguments),

    /// Print a configuration file for the terminal program
    #[command(after_help = "Examples:
  cairn config                                      the settings and their defaults
  cairn config --path                               where the file belongs

Write the output to that file and change what you like.")]
    Config(ConfigArguments),

    /// Print a completion script for a shell
    #[command(after_help = "Examples:
  cairn completions bash > ~/.local/share/bash-completion/completions/cairn
  cairn completions zsh > ~/.zfunc/_cairn
  cairn completions fish > ~/.config/fish/completions/cairn.fish

The script asks `cairn` for candidates, so `cairn` must be on the PATH.")]
    Completions {
        /// Shell
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
    /// Play each level against the next lower one and print a table
    #[command(after_help = "Examples:
  cairn arena ladder
  cairn arena ladder nava greener --games 200 --time 50")]
    Ladder(LadderArguments),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_former_name_of_the_policy_command_still_works() {
        for name in ["policy", "guide"] {
            let words = ["cairn", name, "a.games", "--net", "a.net", "--out", "b.net"];
            let arguments = Arguments::try_parse_from(words).expect("a command");
            assert!(matches!(arguments.command, Some(Command::Policy(_))), "{name}");
        }
    }
}
