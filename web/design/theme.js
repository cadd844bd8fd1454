/**
 * Runs before a page outside of the console is painted, which follows the choice that the console keeps
 * (web/console/state/preferences.ts). A browser that refuses the storage shows the theme of the system.
 */
try {
  const theme = localStorage.getItem('postrider.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  delete document.documentElement.dataset.theme;
}
