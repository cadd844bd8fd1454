import { useId, useState } from 'react';
import { type SetName, scopeInWords, setsFor } from './scopes.js';
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
