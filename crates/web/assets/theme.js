// Sets the colours before the page is shown, so that nothing flashes. A classic script:
// modules run too late for this.
(() => {
  try {
    const theme = localStorage.getItem("cairn.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage, the system's colours are as good as any.
  }
  document.documentElement.dataset.script = "on";
  // The second click of a double click may find another page under it than the first: it
  // follows no link there.
  const once = (event) => {
    if (event.detail > 1 && event.target.closest?.("a")) event.preventDefault();
  };
  document.addEventListener("click", once, true);
})();
