import { createStore } from './store.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'postrider.theme';

/** Kept in the browser, because it belongs to the screen more than to the person. */
export const theme = createStore<Theme>(readTheme());

export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(KEY, chosen);
  theme.set(chosen);
  applyTheme();
}

export function applyTheme(): void {
  if (theme.get() === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.get();
}

/** How much room the rows of tables have. */
export const ROWS = ['comfortable', 'compact'] as const;
type Rows = (typeof ROWS)[number];

const ROWS_KEY = 'postrider.rows';

export const rows = createStore<Rows>(localStorage.getItem(ROWS_KEY) === 'compact' ? 'compact' : 'comfortable');

export function chooseRows(chosen: Rows): void {
  localStorage.setItem(ROWS_KEY, chosen);
  rows.set(chosen);
  applyRows();
}

export function applyRows(): void {
  document.documentElement.dataset.rows = rows.get();
}

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((one) => one === stored) ?? 'system';
}
