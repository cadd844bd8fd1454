import { createStore, type Store } from './store.js';

interface Preference<Value extends string> extends Store<Value> {
  readonly values: readonly Value[];
}

/** Kept in the browser, because it belongs to the screen more than to the person. The first value is the usual one. */
function createPreference<Value extends string>(
  key: string,
  ...values: readonly [Value, ...Value[]]
): Preference<Value> {
  const stored = localStorage.getItem(key);
  const store = createStore(values.find((one) => one === stored) ?? values[0]);
  return {
    ...store,
    values,
    set(value) {
      localStorage.setItem(key, value);
      store.set(value);
    },
  };
}

export const theme = createPreference('postrider.theme', 'system', 'light', 'dark');

/** How much room the rows of tables have. */
export const rows = createPreference('postrider.rows', 'comfortable', 'compact');

/** Keys without Ctrl can be pressed by accident, or by people who dictate, so they can be switched off (WCAG 2.1.4). */
export const shortcuts = createPreference('postrider.shortcuts', 'on', 'off');

/** Shows the theme and the rows, now and whenever they change. */
export function watchPreferences(): void {
  const { dataset } = document.documentElement;
  const apply = () => {
    dataset.rows = rows.get();
    if (theme.get() === 'system') delete dataset.theme;
    else dataset.theme = theme.get();
  };
  apply();
  rows.subscribe(apply);
  theme.subscribe(apply);
}

const ORGANISATION = 'postrider.organisation';

/** The organisation that this browser showed last, for addresses that name none. */
export const lastOrganisation = {
  get: () => localStorage.getItem(ORGANISATION),
  set: (organisationId: string) => localStorage.setItem(ORGANISATION, organisationId),
};
