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
})();
