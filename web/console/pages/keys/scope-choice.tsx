import { useState } from 'react';
import type { Scope } from '../../generated/documents.js';
import { RadioField } from '../../parts/forms/field.js';
import { formatList } from '../../texts/format.js';
import { words } from './texts.js';

interface ScopeChoiceProps {
  /** The scopes of the person, who cannot grant others. */
  readonly own: readonly Scope[];
}

/** The usual sets of scopes, or each by itself. */
export function ScopeChoice({ own }: ScopeChoiceProps) {
  const sets = setsFor(own);
  const [set, setSet] = useState<SetName>(sets[0] ?? 'own');
  const options = sets.map((one) => [one, ...words.form.sets[one]] as const);
  return (
    <RadioField legend={words.form.may} name="set" errorOf="scopes" options={options} value={set} onChange={setSet}>
      {set === 'own' && (
        <div className="scopes">
          {own.map((scope) => (
            <label key={scope} className="choice">
              <input type="checkbox" name="scopes" value={scope} />
              <span>
                {scopeInWords(scope)} <code className="quiet">{wordOf(scope)}</code>
              </span>
            </label>
          ))}
        </div>
      )}
    </RadioField>
  );
}

export type SetName = keyof typeof words.form.sets;

const SETS: Readonly<Record<'send' | 'read', readonly Scope[]>> = {
  send: ['SMS_SEND', 'CHAT_SEND'],
  read: ['SMS_READ', 'CHAT_READ'],
};

/** The scopes of a set, as far as the person has them: nobody grants more than they may. */
export function scopesOf(set: SetName, own: readonly Scope[], chosen: readonly string[]): readonly Scope[] {
  if (set === 'all') return own;
  if (set === 'own') return own.filter((scope) => chosen.includes(scope));
  return SETS[set].filter((scope) => own.includes(scope));
}

/** The sets in which something is left for this person. */
function setsFor(own: readonly Scope[]): readonly SetName[] {
  const sets: readonly SetName[] = ['send', 'read', 'all', 'own'];
  return sets.filter((set) => set === 'own' || scopesOf(set, own, []).length > 0);
}

const partInWords = (scope: Scope): string => words.scopes[scope];

const asSentence = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);

const scopeInWords = (scope: Scope): string => asSentence(partInWords(scope));

/** As REST, the command line and the manual write it. */
const wordOf = (scope: Scope): string => scope.toLowerCase().replace('_', ':');

/** What a key may, in one line; one that may everything needs no list. */
export function scopesInWords(scopes: readonly Scope[]): string {
  const areAll = Object.keys(words.scopes).every((scope) => scopes.includes(scope as Scope));
  if (areAll) return words.everything;
  return asSentence(formatList(scopes.map(partInWords)));
}
