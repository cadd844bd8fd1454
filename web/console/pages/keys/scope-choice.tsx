import { useId, useState } from 'react';
import { formatList } from '../../texts/format.js';
import { words } from './texts.js';

interface ScopeChoiceProps {
  /** The scopes of the person, who cannot grant others. */
  readonly own: readonly string[];
  readonly error: string | undefined;
}

/** The usual sets of scopes, or each by itself. */
export function ScopeChoice({ own, error }: ScopeChoiceProps) {
  const sets = setsFor(own);
  const [set, setSet] = useState<SetName>(sets[0] ?? 'own');
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error && id}>
      <legend>{words.form.may}</legend>
      {sets.map((one) => (
        <label key={one} className="choice">
          <input type="radio" name="set" value={one} checked={one === set} onChange={() => setSet(one)} />
          <span className="two-lines">
            {words.form.sets[one][0]}
            <span className="quiet">{words.form.sets[one][1]}</span>
          </span>
        </label>
      ))}
      {set === 'own' && (
        <div className="scopes">
          {own.map((scope) => (
            <label key={scope} className="choice">
              <input type="checkbox" name="scopes" value={scope} />
              <span>
                {scopeInWords(scope)} <code className="quiet">{scope}</code>
              </span>
            </label>
          ))}
        </div>
      )}
      {error && (
        <span className="error" id={id}>
          {error}
        </span>
      )}
    </fieldset>
  );
}

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
function setsFor(own: readonly string[]): readonly SetName[] {
  const sets: readonly SetName[] = ['send', 'read', 'all', 'own'];
  return sets.filter((set) => set === 'own' || scopesOf(set, own, []).length > 0);
}

const partInWords = (scope: string): string => words.scopes[scope] ?? scope;

const asSentence = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);

const scopeInWords = (scope: string): string => asSentence(partInWords(scope));

/** What a key may, in one line; one that may everything needs no list. */
export function scopesInWords(scopes: readonly string[]): string {
  const areAll = Object.keys(words.scopes).every((scope) => scopes.includes(scope));
  if (areAll) return words.everything;
  return asSentence(formatList(scopes.map(partInWords)));
}
