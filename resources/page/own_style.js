// Puts the person's own settings over the page's style. A style sheet of this world: the page's policy allows no other.
(() => {
  const sheet = window.ownStyle ?? (window.ownStyle = new CSSStyleSheet());
  sheet.replaceSync(window.bookwheelValues.ownStyle);
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
})();
