//! Runs the tests: some at a time, with browsers that are used again.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::browser::Browser;
use crate::driver::{Driver, Programs};
use crate::server::Server;

/// A test and its name.
pub type Test = (&'static str, fn(&World));

/// If this is `required`, it is a failure if something is missing; if it is `skip`, nothing
/// is run.
const WANTED: &str = "CAIRN_BROWSER_TESTS";
/// How many tests run at a time.
const JOBS: usize = 2;
/// So many tests that failed are tried again at most; if more fail, none is.
const MOST_DOUBTFUL: usize = 3;

/// What a test has: a server of its own, and browsers.
pub struct World<'a> {
    pub server: Server,
    driver: &'a Driver,
    rested: &'a Mutex<Vec<Browser>>,
    lent: RefCell<Vec<Rc<Browser>>>,
}

impl World<'_> {
    /// Another person's browser.
    pub fn browser(&self) -> Rc<Browser> {
        let rested = self.rested.lock().expect("no test holds it").pop();
        let browser = rested.unwrap_or_else(|| match self.driver.open() {
            Ok(session) => Browser::new(session),
            Err(refusal) => panic!("no browser: {refusal:?}"),
        });
        browser.visit(self.server.origin());
        let browser = Rc::new(browser);
        self.lent.borrow_mut().push(Rc::clone(&browser));
        browser
    }

    /// Takes the browsers back, and says what their consoles said.
    fn collect(self) -> Vec<String> {
        let mut complaints = Vec::new();
        for browser in self.lent.into_inner() {
            complaints.extend(browser.complaints());
            let browser = Rc::into_inner(browser).filter(|browser| browser.renew().is_ok());
            self.rested.lock().expect("no test holds it").extend(browser);
        }
        complaints
    }
}

/// Runs the tests whose names have the words of the command line in them.
pub fn run(tests: &[&[Test]]) -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let filters: Vec<_> = words.iter().filter(|word| !word.starts_with('-')).collect();
    let chosen = tests.iter().flat_map(|tests| tests.iter()).filter(|(name, _)| {
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    });
    let chosen: VecDeque<Test> = chosen.copied().collect();
    if words.iter().any(|word| word == "--list") {
        chosen.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    if chosen.is_empty() {
        return ExitCode::SUCCESS;
    }
    let programs = match Programs::find() {
        _ if wanted("skip") => return without_browser("that is asked for", chosen.len()),
        Ok(programs) => programs,
        Err(missing) => return without_browser(&missing, chosen.len()),
    };
    match run_all(&programs, chosen, filters.is_empty()) {
        Ok(failed) if failed.is_empty() => ExitCode::SUCCESS,
        Ok(failed) => {
            println!("\nfailed in the browser: {}", failed.join(", "));
            ExitCode::FAILURE
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// There is nothing to run the tests in. That must not look as if they had passed.
fn without_browser(missing: &str, count: usize) -> ExitCode {
    println!("\nNOT RUN: {count} tests in a browser: {missing}.");
    println!("On Debian or Ubuntu: apt-get install chromium chromium-driver\n");
    if wanted("required") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Whether this is asked for by the environment.
pub fn wanted(word: &str) -> bool {
    std::env::var(WANTED).is_ok_and(|value| value == word)
}

/// Runs tests until none is left; returns the names of those that failed.
///
/// A test that failed is run once more when the others are done and the machine is quiet:
/// what a busy machine breaks in a browser now and then is told, but is no failure.
fn run_all(
    programs: &Programs,
    tests: VecDeque<Test>,
    forgiving: bool,
) -> Result<Vec<&'static str>, String> {
    let driver = Driver::start(programs)?;
    // Where a test failed says more than the way there.
    std::panic::set_hook(Box::new(|info| println!("\n{info}")));
    let (count, begun) = (tests.len(), Instant::now());
    println!("\nrunning {count} tests in a browser");
    let doubtful = run_some(&driver, tests, JOBS);
    let names: Vec<_> = doubtful.iter().map(|(name, _)| *name).collect();
    let failed = if forgiving && (1..=MOST_DOUBTFUL).contains(&names.len()) {
        println!("\nonce more: {}", names.join(", "));
        run_some(&driver, doubtful.into(), 1).into_iter().map(|(name, _)| name).collect()
    } else {
        names.clone()
    };
    let passed = count - failed.len();
    println!("\n{passed} passed, {} failed, in {:.1?}", failed.len(), begun.elapsed());
    let second: Vec<_> = names.into_iter().filter(|name| !failed.contains(name)).collect();
    if !second.is_empty() {
        println!("PASSED ONLY THE SECOND TIME: {}", second.join(", "));
    }
    Ok(failed)
}

/// Runs tests, some at a time; returns those that failed.
fn run_some(driver: &Driver, tests: VecDeque<Test>, jobs: usize) -> Vec<Test> {
    let (waiting, rested) = (Mutex::new(tests), Mutex::new(Vec::new()));
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().expect("no test holds it").pop_front();
                    let Some((name, test)) = next else { break };
                    let begun = Instant::now();
                    let result = run_one(test, driver, &rested);
                    tell(name, begun.elapsed(), result.as_ref().err());
                    if result.is_err() {
                        failed.lock().expect("no test holds it").push((name, test));
                    }
                }
            });
        }
    });
    failed.into_inner().expect("no test holds it")
}

fn run_one(test: fn(&World), driver: &Driver, rested: &Mutex<Vec<Browser>>) -> Result<(), String> {
    let server = Server::start();
    let world = World { server, driver, rested, lent: RefCell::default() };
    let result = catch_unwind(AssertUnwindSafe(|| test(&world)));
    let complaints = world.collect();
    match result {
        Err(_) => Err("see above".to_owned()),
        Ok(()) if complaints.is_empty() => Ok(()),
        Ok(()) => Err(format!("the console said:\n{}", complaints.join("\n"))),
    }
}

fn tell(name: &str, took: Duration, problem: Option<&String>) {
    match problem {
        None => println!("test {name} ... ok ({took:.1?})"),
        Some(problem) => println!("test {name} ... FAILED ({took:.1?}): {problem}"),
    }
}
