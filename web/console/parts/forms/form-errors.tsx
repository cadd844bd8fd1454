import './forms.css';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../api/failure.js';
import type { UserError } from '../../api/use-change.js';
import { text } from '../../texts/text.js';

/** Why a mutation was refused: `useChange` returns it. */
export interface Refusal {
  readonly failure: Failure | undefined;
  readonly userErrors: readonly UserError[];
}

interface FormErrorsProps {
  readonly refusal: Refusal;
  /** The fields of the form by their names in the input, as the form calls them. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** What was wrong with a form, in a summary that takes the focus. An error of a field leads to the field. */
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
          {userErrors.map(({ path, message }) => {
            const label = labels[path[0] ?? ''];
            return (
              <li key={`${path.join('.')} ${message}`}>
                {label === undefined ? (
                  message
                ) : (
                  <button type="button" className="link" onClick={() => show(summary.current, path[0])}>
                    {label}: {message}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Why a button did nothing, beside it. */
export function Problem({ refusal: { failure, userErrors } }: Pick<FormErrorsProps, 'refusal'>) {
  const problem = failure?.message ?? userErrors[0]?.message;
  if (!problem) return null;
  return (
    <span className="error" role="alert">
      {problem}
    </span>
  );
}

/** Leads to the first field with this name in the form around the summary, also where it is folded away. */
function show(summary: Element | null, name = ''): void {
  const field = summary?.closest('form')?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}
