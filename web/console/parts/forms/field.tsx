import { type ComponentProps, type ReactNode, useId } from 'react';
import type { UserError } from '../../api/use-change.js';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** The ids that tie a control to its label, hint and error. */
function useTies({ hint, error }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { id, control: { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined } };
}

function Around({
  id,
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {error && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  const { id, control } = useTies({ label, hint, error });
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <input className="input" dir="auto" {...input} {...control} />
    </Around>
  );
}

export function SelectField({ label, hint, error, children, ...select }: FieldProps & ComponentProps<'select'>) {
  const { id, control } = useTies({ label, hint, error });
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <select className="input" {...select} {...control}>
        {children}
      </select>
    </Around>
  );
}

export function TextAreaField({ label, hint, error, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const { id, control } = useTies({ label, hint, error });
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <textarea className="input" dir="auto" {...area} {...control} />
    </Around>
  );
}

/** The message for a field of the input. */
export function errorAt(errors: readonly UserError[], field: string): string | undefined {
  return errors.find(({ path }) => path[0] === field)?.message;
}
