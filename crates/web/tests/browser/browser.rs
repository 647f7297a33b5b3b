//! A browser as somebody uses it: opens pages, waits until something is there, presses it.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{Answer, Refusal, Session};

/// How long anything may take to appear. Most things take milliseconds; a busy machine
/// shall not fail a test.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often it is looked.
const GLANCE: Duration = Duration::from_millis(15);
/// The name under which the protocol passes elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A size of screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Desktop,
    /// A phone with a touch screen.
    Phone,
    /// The narrowest phone that there is.
    Narrow,
}

impl Screen {
    pub const fn size(self) -> (u32, u32) {
        match self {
            Self::Desktop => (1280, 900),
            Self::Phone => (390, 844),
            Self::Narrow => (320, 640),
        }
    }
}

/// A browser, lent to a test.
pub struct Browser {
    session: Session,
    origin: RefCell<String>,
    /// What the console may say in this test.
    forgiven: RefCell<Vec<String>>,
}

impl Browser {
    pub fn new(session: Session) -> Self {
        Self { session, origin: RefCell::default(), forgiven: RefCell::default() }
    }

    // ---- where it is ----

    /// Which site paths belong to.
    pub fn visit(&self, origin: String) {
        *self.origin.borrow_mut() = origin;
    }

    /// Opens a page of the site.
    #[track_caller]
    pub fn open(&self, path: &str) {
        let url = format!("{}{path}", self.origin.borrow());
        self.sure(self.session.post("url", &json!({"url": url})), path);
    }

    /// The path and query of the page.
    pub fn path(&self) -> String {
        self.js("return location.pathname + location.search").as_str().unwrap_or("").to_owned()
    }

    #[track_caller]
    pub fn reload(&self) {
        self.sure(self.session.post("refresh", &json!({})), "reload");
    }

    #[track_caller]
    pub fn back(&self) {
        self.sure(self.session.post("back", &json!({})), "back");
    }

    /// Opens another tab with the same cookies and goes there; returns what to pass to
    /// [`Self::tab`].
    #[track_caller]
    pub fn new_tab(&self) -> String {
        let tab = self.sure(self.session.post("window/new", &json!({"type": "tab"})), "a tab");
        let handle = tab["handle"].as_str().expect("a handle").to_owned();
        self.tab(&handle);
        handle
    }

    /// The tab that is used now.
    pub fn this_tab(&self) -> String {
        let handle = self.sure(self.session.get("window"), "a tab");
        handle.as_str().expect("a handle").to_owned()
    }

    #[track_caller]
    pub fn tab(&self, handle: &str) {
        self.sure(self.session.post("window", &json!({"handle": handle})), "a tab");
    }

    // ---- what is there ----

    /// Runs a script in the page; it must not fail.
    #[track_caller]
    pub fn js(&self, script: &str) -> Value {
        self.sure(self.run(script, &json!([])), script)
    }

    /// The same with arguments.
    #[track_caller]
    pub fn js_with(&self, script: &str, arguments: &Value) -> Value {
        self.sure(self.run(script, arguments), script)
    }

    fn run(&self, script: &str, arguments: &Value) -> Answer {
        self.session.post("execute/sync", &json!({"script": script, "args": arguments}))
    }

    /// Waits until an expression is true of the page, and returns its value.
    #[track_caller]
    pub fn wait(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        let until = Instant::now() + PATIENCE;
        loop {
            // While a page gives way to another, there is nothing to ask.
            match self.run(&script, &json!([])) {
                Ok(Value::Null | Value::Bool(false)) | Err(_) => {}
                Ok(value) if value == 0 || value == "" => {}
                Ok(value) => return value,
            }
            if Instant::now() > until {
                self.fail(&format!("never true: {expression}"));
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Waits until something of the page is to be seen.
    #[track_caller]
    pub fn wait_for(&self, selector: &str) {
        self.wait(&format!("(e => e && e.checkVisibility())({})", find(selector)));
    }

    /// Waits until something can be pressed. What is pressed on a page that has not been
    /// painted yet is thrown away by the browser: nobody can have meant it.
    #[track_caller]
    fn wait_to_press(&self, selector: &str) {
        self.wait_painted();
        self.wait_for(selector);
    }

    #[track_caller]
    fn wait_painted(&self) {
        self.wait("performance.getEntriesByType('paint').length > 0");
    }

    /// Whether something is to be seen now.
    pub fn shows(&self, selector: &str) -> bool {
        self.js(&format!("return (e => !!e && e.checkVisibility())({})", find(selector))) == true
    }

    /// The text of an element.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        let text = self.wait(&format!("(e => e && [e.textContent])({})", find(selector)));
        text[0].as_str().unwrap_or_default().trim().to_owned()
    }

    /// Waits until an element has a text somewhere in it.
    #[track_caller]
    pub fn wait_text(&self, selector: &str, text: &str) {
        self.wait(&format!("{}?.textContent.includes({})", find(selector), json!(text)));
    }

    // ---- what a person does ----

    /// Presses something with the mouse as soon as it can be pressed.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            self.wait_to_press(selector);
            let pressed = self.element(selector).and_then(|element| {
                self.session.post(&format!("element/{element}/click"), &json!({}))
            });
            match pressed {
                Ok(_) => return,
                // Exchanged or covered for a moment: the next look finds it again.
                Err(refusal) if Instant::now() > until => {
                    self.fail(&format!("cannot press {selector}: {refusal:?}"))
                }
                Err(_) => std::thread::sleep(GLANCE),
            }
        }
    }

    /// Presses something of plain HTML until that shows; it must do no harm to press it twice.
    /// No script of ours has a part in it, so a press that was lost was lost by the driver.
    #[track_caller]
    pub fn click_until(&self, selector: &str, sign: &str) {
        for _ in 0..3 {
            self.click(selector);
            let until = Instant::now() + Duration::from_secs(2);
            while Instant::now() < until {
                if self.has(sign) {
                    return;
                }
                std::thread::sleep(GLANCE);
            }
        }
        self.fail(&format!("pressed {selector}, but never {sign}"));
    }

    /// Chooses from a list.
    #[track_caller]
    pub fn choose(&self, select: &str, value: &str) {
        self.wait_to_press(select);
        let option = format!(r#"{select} option[value="{value}"]"#);
        let chosen = self
            .element(&option)
            .and_then(|element| self.session.post(&format!("element/{element}/click"), &json!({})));
        self.sure(chosen, &option);
    }

    /// Whether there is such an element, to be seen or not.
    pub fn has(&self, selector: &str) -> bool {
        self.js(&format!("return !!{}", find(selector))) == true
    }

    /// Types into a field after what is in it.
    #[track_caller]
    pub fn type_into(&self, selector: &str, text: &str) {
        self.wait_to_press(selector);
        let sent = self.element(selector).and_then(|element| {
            self.session.post(&format!("element/{element}/value"), &json!({"text": text}))
        });
        self.sure(sent, selector);
    }

    /// Presses a key, with nothing but the keyboard's focus to say where.
    #[track_caller]
    pub fn key(&self, key: &str) {
        let code = key_code(key);
        let keys = json!([{"type": "keyDown", "value": code}, {"type": "keyUp", "value": code}]);
        self.act(&json!([{"type": "key", "id": "keys", "actions": keys}]));
    }

    /// Presses a key with another one held down.
    #[track_caller]
    pub fn key_with(&self, held: &str, key: &str) {
        let (held, code) = (key_code(held), key_code(key));
        let keys = json!([
            {"type": "keyDown", "value": held}, {"type": "keyDown", "value": code},
            {"type": "keyUp", "value": code}, {"type": "keyUp", "value": held},
        ]);
        self.act(&json!([{"type": "key", "id": "keys", "actions": keys}]));
    }

    /// Drags one thing onto another with the mouse.
    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        let [(fx, fy), (tx, ty)] = [from, to].map(|selector| self.middle(selector));
        let at = |x: f64, y: f64| json!({"type": "pointerMove", "duration": 0, "x": x as i64, "y": y as i64});
        let actions = json!([
            at(fx, fy), {"type": "pointerDown", "button": 0},
            at(fx + (tx - fx) / 3.0, fy + (ty - fy) / 3.0), at(tx, ty),
            {"type": "pointerUp", "button": 0},
        ]);
        self.act(&json!([
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions},
        ]));
    }

    /// Presses something twice, as quickly as a mouse can.
    #[track_caller]
    pub fn double_click(&self, selector: &str) {
        self.wait_for(selector);
        let (x, y) = self.middle(selector);
        let (down, up) = (
            json!({"type": "pointerDown", "button": 0}),
            json!({"type": "pointerUp", "button": 0}),
        );
        let pause = json!({"type": "pause", "duration": 60});
        let go = json!({"type": "pointerMove", "duration": 0, "x": x as i64, "y": y as i64});
        let actions = json!([go, down, up, pause, down, up]);
        self.act(&json!([
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions},
        ]));
    }

    /// Taps something with a finger.
    #[track_caller]
    pub fn tap(&self, selector: &str) {
        self.wait_for(selector);
        let (x, y) = self.middle(selector);
        let actions = json!([
            {"type": "pointerMove", "duration": 0, "x": x as i64, "y": y as i64},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
        ]);
        self.act(&json!([
            {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": actions},
        ]));
    }

    #[track_caller]
    fn act(&self, actions: &Value) {
        self.wait_painted();
        self.sure(self.session.post("actions", &json!({"actions": actions})), "an action");
    }

    /// Where the middle of something is, after it was scrolled into view.
    #[track_caller]
    fn middle(&self, selector: &str) -> (f64, f64) {
        let script = format!(
            "const e = {}; e.scrollIntoView({{block: 'nearest'}}); const r = e.getBoundingClientRect();
             return [r.left + r.width / 2, r.top + r.height / 2]",
            find(selector)
        );
        let place = self.js(&script);
        (place[0].as_f64().expect("a number"), place[1].as_f64().expect("a number"))
    }

    fn element(&self, selector: &str) -> Result<String, Refusal> {
        let using = json!({"using": "css selector", "value": selector});
        let found = self.session.post("element", &using)?;
        Ok(found[ELEMENT].as_str().unwrap_or_default().to_owned())
    }

    // ---- how it is ----

    /// Gives it another screen.
    #[track_caller]
    pub fn screen(&self, screen: Screen) {
        let (width, height) = screen.size();
        let phone = screen != Screen::Desktop;
        self.tools(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}),
        );
        let touch = json!({"enabled": phone, "maxTouchPoints": if phone { 5 } else { 1 }});
        self.tools("Emulation.setTouchEmulationEnabled", &touch);
    }

    /// Has the system prefer light or dark colours.
    #[track_caller]
    pub fn prefer(&self, scheme: &str) {
        let features = json!([
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]);
        self.tools("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    /// Pulls the plug, or puts it in again.
    #[track_caller]
    pub fn offline(&self, offline: bool) {
        self.tools("Network.enable", &json!({}));
        let speed = json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        self.tools("Network.emulateNetworkConditions", &speed);
    }

    /// Presses a link to a file and returns what is in it.
    #[track_caller]
    pub fn download(&self, selector: &str) -> String {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("cairn-download-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let behaviour = json!({"behavior": "allow", "downloadPath": folder});
        self.tools("Browser.setDownloadBehavior", &behaviour);
        self.click(selector);
        let until = Instant::now() + PATIENCE;
        let file = loop {
            let files = std::fs::read_dir(&folder).expect("a folder").flatten();
            // Until it is whole, its name says so, or an empty file keeps the name for it.
            let whole = |path: &PathBuf| {
                let name = path.to_string_lossy();
                let unfinished = name.ends_with(".crdownload") || name.contains(".org.chromium");
                !unfinished && path.metadata().is_ok_and(|file| file.len() > 0)
            };
            if let Some(file) = files.map(|file| file.path()).find(whole) {
                break file;
            }
            if Instant::now() > until {
                self.fail(&format!("nothing comes of {selector}"));
            }
            std::thread::sleep(GLANCE);
        };
        let bytes = std::fs::read(file).expect("a file");
        let _ = std::fs::remove_dir_all(&folder);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// A command of the developer tools.
    #[track_caller]
    pub fn tools(&self, command: &str, parameters: &Value) -> Value {
        self.sure(self.session.tools(command, parameters), command)
    }

    /// A picture of the page as a PNG in base 64: what is seen, or all of it down to a height.
    #[track_caller]
    pub fn picture(&self, most: u32) -> String {
        let size = self.js("const e = document.documentElement; return [innerWidth, Math.max(innerHeight, e.scrollHeight)]");
        let height = size[1].as_f64().unwrap_or(0.0).min(f64::from(most));
        let clip = json!({"x": 0, "y": 0, "width": size[0], "height": height, "scale": 1});
        let shot = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let shot = self.tools("Page.captureScreenshot", &shot);
        shot["data"].as_str().expect("a picture").to_owned()
    }

    // ---- what it says of the page ----

    /// The console may say something with this in it, for the test means it to.
    pub fn forgive(&self, text: &str) {
        self.forgiven.borrow_mut().push(text.to_owned());
    }

    /// What the console has said that it should not have.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.session.post("se/log", &json!({"type": "browser"}));
        let entries = log.ok().and_then(|log| log.as_array().cloned()).unwrap_or_default();
        let forgiven = self.forgiven.borrow();
        let bad =
            entries.iter().filter(|entry| entry["level"] != "INFO" && entry["level"] != "DEBUG");
        bad.filter_map(|entry| entry["message"].as_str().map(str::to_owned))
            .filter(|text| !forgiven.iter().any(|known| text.contains(known.as_str())))
            .collect()
    }

    /// Makes it as new: one tab, no cookies, no storage, the usual screen.
    pub fn renew(&self) -> Result<(), Refusal> {
        let handles = self.session.get("window/handles")?;
        let handles: Vec<_> = handles.as_array().cloned().unwrap_or_default();
        for extra in handles.iter().skip(1) {
            self.session.post("window", &json!({"handle": extra}))?;
            self.session.delete("window")?;
        }
        self.session.post("window", &json!({"handle": handles.first()}))?;
        self.session.tools("Network.enable", &json!({}))?;
        let speed = json!({"offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        self.session.tools("Network.emulateNetworkConditions", &speed)?;
        self.session.tools("Network.clearBrowserCookies", &json!({}))?;
        let kept = json!({"origin": *self.origin.borrow(), "storageTypes": "all"});
        self.session.tools("Storage.clearDataForOrigin", &kept)?;
        self.session.post("url", &json!({"url": "about:blank"}))?;
        self.session.tools("Emulation.clearDeviceMetricsOverride", &json!({}))?;
        self.session.tools("Emulation.setTouchEmulationEnabled", &json!({"enabled": false}))?;
        self.session.tools("Emulation.setEmulatedMedia", &json!({"features": []}))?;
        // What it said belongs to the test before.
        self.session.post("se/log", &json!({"type": "browser"}))?;
        self.forgiven.borrow_mut().clear();
        Ok(())
    }

    #[track_caller]
    fn sure(&self, answer: Answer, what: &str) -> Value {
        match answer {
            Ok(value) => value,
            Err(refusal) => self.fail(&format!("{what}: {}: {}", refusal.kind, refusal.message)),
        }
    }

    /// Ends the test, and says what the page looks like.
    #[track_caller]
    pub fn fail(&self, why: &str) -> ! {
        let seen = "return [location.href, document.body?.innerText.slice(0, 1500)]";
        let seen = self.run(seen, &json!([])).unwrap_or_default();
        let picture = self.session.get("screenshot").ok();
        let saved = picture
            .and_then(|picture| save(&format!("failed-{}", std::process::id()), picture.as_str()?));
        panic!(
            "{why}\nat {}\nconsole: {:?}\npicture: {saved:?}\n{}",
            seen[0].as_str().unwrap_or("?"),
            self.complaints(),
            seen[1].as_str().unwrap_or(""),
        );
    }
}

/// Writes a picture to `target/screenshots`; returns where it is.
pub fn save(name: &str, base64: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
    std::fs::create_dir_all(&folder).ok()?;
    let file = folder.join(format!("{name}.png"));
    std::fs::write(&file, decode(base64)).ok()?;
    file.canonicalize().ok()
}

/// The bytes of a text in base 64.
fn decode(base64: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let sextets: Vec<u32> = base64.bytes().filter_map(value).map(u32::from).collect();
    let mut bytes = Vec::with_capacity(sextets.len() * 3 / 4);
    for group in sextets.chunks(4) {
        let bits =
            group.iter().fold(0, |bits, sextet| bits << 6 | sextet) << (6 * (4 - group.len()));
        bytes.extend(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}

/// An expression for the first element of a kind that is not hidden, or any.
fn find(selector: &str) -> String {
    format!("document.querySelector({})", json!(selector))
}

/// How the protocol writes a key.
fn key_code(key: &str) -> &str {
    match key {
        "Tab" => "\u{e004}",
        "Enter" => "\u{e007}",
        "Shift" => "\u{e008}",
        "Control" => "\u{e009}",
        "Escape" => "\u{e00c}",
        "Space" => " ",
        "End" => "\u{e010}",
        "Home" => "\u{e011}",
        "ArrowLeft" => "\u{e012}",
        "ArrowUp" => "\u{e013}",
        "ArrowRight" => "\u{e014}",
        "ArrowDown" => "\u{e015}",
        letter => letter,
    }
}
