import { createStore } from './store.js';

const KEY = 'postrider.shortcuts';

/** Keys without Ctrl can be pressed by accident, or by people who dictate, so they can be switched off (WCAG 2.1.4). */
export const shortcutsOn = createStore(localStorage.getItem(KEY) !== 'off');

export function switchShortcuts(areOn: boolean): void {
  localStorage.setItem(KEY, areOn ? 'on' : 'off');
  shortcutsOn.set(areOn);
}
