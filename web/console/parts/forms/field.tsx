import './forms.css';
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import type { UserError } from '../../api/use-change.js';

/** What the server has said about a form. Each field in it shows the error of its name. */
export const FieldErrors = createContext<readonly UserError[]>([]);

export function useFieldError(name: string | undefined): string | undefined {
  const errors = use(FieldErrors);
  return name === undefined ? undefined : errorAt(errors, name);
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** If the form does not know it. */
  readonly error?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface NamedFieldProps extends FieldProps {
  readonly name: string | undefined;
  readonly children: (control: Control) => ReactNode;
}

/** A control with its label, hint and error, which ids tie to it. */
function Field({ label, hint, error: given, name, children }: NamedFieldProps) {
  const id = useId();
  const error = useFieldError(name) ?? given;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} name={input.name}>
      {(control) => <input className="input" dir="auto" {...input} {...control} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, ...select }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} name={select.name}>
      {(control) => <select className="input" {...select} {...control} />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} name={area.name}>
      {(control) => <textarea className="input" dir="auto" {...area} {...control} />}
    </Field>
  );
}

interface RadioFieldProps<Value extends string> {
  readonly legend: string;
  /** Each with its label, and what is to be known about it. */
  readonly options: readonly (readonly [value: Value, label: string, hint?: string])[];
  readonly value: Value;
  /** Without it the browser keeps the choice, and the form reads it by its name. */
  readonly onChange?: (value: Value) => void;
  readonly name?: string;
  /** The field whose error is shown, if that has another name. */
  readonly errorOf?: string;
  readonly isInRow?: boolean;
  readonly children?: ReactNode;
}

export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { legend, options, value, onChange, name, errorOf = name, isInRow, children } = props;
  const id = useId();
  const error = useFieldError(errorOf);
  const radios = options.map(([option, label, hint]) => {
    const isChosen = option === value;
    const state = onChange ? { checked: isChosen, onChange: () => onChange(option) } : { defaultChecked: isChosen };
    return (
      <label key={option} className="choice">
        <input type="radio" name={name ?? id} value={option} {...state} />
        {hint ? (
          <span className="two-lines">
            {label}
            <span className="quiet">{hint}</span>
          </span>
        ) : (
          label
        )}
      </label>
    );
  });
  return (
    <fieldset className="field" aria-describedby={error && id}>
      <legend>{legend}</legend>
      {isInRow ? <div className="choices">{radios}</div> : radios}
      {children}
      {error && (
        <span className="error" id={id}>
          {error}
        </span>
      )}
    </fieldset>
  );
}

export function errorAt(errors: readonly UserError[], field: string): string | undefined {
  return errors.find(({ path }) => path[0] === field)?.message;
}
