const RELOADED_AT = 'postrider.reloaded';
const RELOAD_AT_MOST_EVERY_MS = 60_000;

/** Loads the page of a newer server. Not again and again while servers of two versions respond in turn. */
export function loadNewVersion(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_AT_MOST_EVERY_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
