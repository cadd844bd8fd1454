import './forms.css';
import { useEffect, useRef } from 'react';
import type { Failure } from '../api/failure.js';
import type { UserError } from '../api/use-change.js';
import { text } from '../texts/text.js';

/** Why a mutation was refused: `useChange` returns it. */
export interface Refusal {
  readonly failure: Failure | undefined;
  readonly userErrors: readonly UserError[];
}

interface FormErrorsProps {
  readonly refusal: Refusal;
  /** What the form calls its fields, by their names in the input. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** What was wrong with a form, in a summary that takes the focus. An error of a field leads to the field by its name. */
export function FormErrors({ refusal: { failure, userErrors }, labels = {} }: FormErrorsProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure || userErrors.length > 0) summary.current?.focus();
  }, [failure, userErrors]);
  if (!failure && userErrors.length === 0) return null;
  return (
    <div ref={summary} className="note failed form-errors" role="alert" tabIndex={-1}>
      <strong>{failure ? text.forms.failed : text.forms.refused}</strong>
      {failure && <p>{failure.message}</p>}
      {failure?.requestId && <p className="quiet">{text.failures.request(failure.requestId)}</p>}
      {userErrors.length > 0 && (
        <ul>
          {userErrors.map(({ path, message }) => (
            <li key={`${path.join('.')} ${message}`}>
              {path[0] === undefined ? (
                message
              ) : (
                <button type="button" className="link" onClick={() => fieldNamed(summary.current, path[0])?.focus()}>
                  {labels[path[0]] && `${labels[path[0]]}: `}
                  {message}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The field of the form around the summary; the first of several with this name. */
function fieldNamed(summary: Element | null, name: string | undefined): HTMLElement | null {
  return summary?.closest('form')?.querySelector<HTMLElement>(`[name="${CSS.escape(name ?? '')}"]`) ?? null;
}
