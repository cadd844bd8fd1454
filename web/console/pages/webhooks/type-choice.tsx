import { useState } from 'react';
import type { EventType } from '../../generated/documents.js';
import { useFieldError } from '../../parts/forms/field.js';
import { EVENT_TYPES, eventFamilies, eventWords, typesOf } from '../../texts/event-types.js';
import { words } from './texts.js';

interface TypeChoiceProps {
  /** Null: all types. */
  readonly types: readonly EventType[] | null;
}

/** The fields of the forms of an endpoint, for the summary of their errors. */
export const FIELD_LABELS = { url: words.form.url, description: words.form.description, types: words.form.types };

/** Which events an endpoint gets: everything, or chosen types. Read it with `chosenTypes`. */
export function TypeChoice({ types }: TypeChoiceProps) {
  const error = useFieldError('types');
  const [isLimited, setLimited] = useState(types !== null);
  return (
    <fieldset className="field">
      <legend>{words.form.types}</legend>
      <label className="choice">
        <input type="radio" name="limited" value="" checked={!isLimited} onChange={() => setLimited(false)} />
        {words.form.all}
      </label>
      <label className="choice">
        <input type="radio" name="limited" value="yes" checked={isLimited} onChange={() => setLimited(true)} />
        {words.form.some}
      </label>
      {isLimited && (
        <div className="type-families">
          {eventFamilies.map(([prefix, name]) => (
            <fieldset key={prefix}>
              <legend className="quiet">{name}</legend>
              {typesOf(prefix).map((type) => (
                <label key={type} className="choice">
                  <input type="checkbox" name="types" value={type} defaultChecked={types?.includes(type) ?? false} />
                  {eventWords[type]}
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

/** The types that the form has; null: everything. */
export function chosenTypes(form: FormData): readonly EventType[] | null {
  if (form.get('limited') !== 'yes') return null;
  const chosen = new Set(form.getAll('types'));
  return EVENT_TYPES.filter((type) => chosen.has(type));
}
