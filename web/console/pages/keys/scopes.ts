import { formatList } from '../../texts/format.js';
import { words } from './texts.js';

export type SetName = keyof typeof words.form.sets;

const SETS: Readonly<Record<'send' | 'read', readonly string[]>> = {
  send: ['sms:send', 'chat:send'],
  read: ['sms:read', 'chat:read'],
};

/** The scopes of a set, as far as the person has them: nobody grants more than they may. */
export function scopesOf(set: SetName, own: readonly string[], chosen: readonly string[]): readonly string[] {
  if (set === 'all') return own;
  if (set === 'own') return chosen;
  return SETS[set].filter((scope) => own.includes(scope));
}

/** The sets in which something is left for this person. */
export function setsFor(own: readonly string[]): readonly SetName[] {
  const sets: readonly SetName[] = ['send', 'read', 'all', 'own'];
  return sets.filter((set) => set === 'own' || scopesOf(set, own, []).length > 0);
}

const partInWords = (scope: string): string => words.scopes[scope] ?? scope;

const asSentence = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);

export const scopeInWords = (scope: string): string => asSentence(partInWords(scope));

/** What a key may, in one line; one that may everything needs no list. */
export function scopesInWords(scopes: readonly string[]): string {
  const areAll = Object.keys(words.scopes).every((scope) => scopes.includes(scope));
  if (areAll) return words.everything;
  return asSentence(formatList(scopes.map(partInWords)));
}
