import './filters.css';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { text } from '../../texts/text.js';
import { Button } from '../forms/buttons.js';
import { SelectField, TextField } from '../forms/field.js';
import { useAddress } from '../use-address.js';

interface FiltersProps {
  /** The parameters of the address that this form sets. */
  readonly names: readonly string[];
  readonly children: ReactNode;
  /** Fields that few people need; open while one of them is set. */
  readonly more?: ReactNode;
  readonly moreNames?: readonly string[];
  /** Parameters that the page reads elsewhere, and which of their values it does not know. */
  readonly others?: Readonly<Record<string, readonly string[]>>;
}

/** Parameters that say which page of a list, and not of which list. */
const PLACE = ['after', 'before'];

/** A form whose fields are parameters of the address, so that a filtered list can be linked. */
export function Filters({ names: main, children, more, moreNames = [], others = {} }: FiltersProps) {
  const { parameters, change, addressWith } = useAddress();
  const names = [...main, ...moreNames];
  const isSet = names.some((name) => parameters.has(name));
  const known = new Set([...names, ...PLACE, ...Object.keys(others)]);
  const { form, unknownValues } = useUnknownValues(parameters);
  const unknown = [
    ...[...new Set(parameters.keys())].filter((name) => !known.has(name)),
    ...unknownValues,
    ...Object.entries(others).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
  ];
  const cleared = [...parameters.keys()].filter((name) => names.includes(name) || !Object.hasOwn(others, name));
  return (
    <>
      <form
        ref={form}
        // Fields that are not controlled show another address only when they are made anew.
        key={names.map((name) => parameters.getAll(name)).join('|')}
        className="filters"
        aria-label={text.list.filter}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget);
          const chosen = names.map((name) => [name, typed.getAll(name).map(String).filter(Boolean)] as const);
          change({ ...Object.fromEntries(chosen), after: null, before: null });
        }}
      >
        <div className="filter-fields">{children}</div>
        {more && (
          <details className="more-filters" open={moreNames.some((name) => parameters.has(name))}>
            <summary>{text.list.more}</summary>
            <div className="filter-fields">{more}</div>
          </details>
        )}
        <div className="filter-buttons">
          <Button type="submit">{text.list.filter}</Button>
          {isSet && (
            <Link className="button quiet" href={addressWith(Object.fromEntries(cleared.map((name) => [name, null])))}>
              {text.list.clear}
            </Link>
          )}
        </div>
      </form>
      {unknown.length > 0 && <p className="note warning unknown-filter">{text.list.unknown(unknown)}</p>}
    </>
  );
}

interface FilterFieldProps extends ComponentProps<typeof TextField> {
  readonly name: string;
}

/** A field that shows what the address says. */
export function FilterField(props: FilterFieldProps) {
  const { parameters } = useAddress();
  return <TextField {...props} defaultValue={parameters.get(props.name) ?? ''} />;
}

interface FilterChoiceProps {
  readonly label: string;
  readonly name: string;
  /** Values with their words. The address has the values in small letters. */
  readonly choices?: readonly (readonly [value: string | number, word: string])[];
  /** The words for no choice. */
  readonly any?: string;
  /** Choices in groups. */
  readonly children?: ReactNode;
}

/** A choice that shows what the address says; made anew when its choices have been loaded. */
export function FilterChoice({ label, name, choices = [], any = text.list.any, children }: FilterChoiceProps) {
  const { parameters } = useAddress();
  return (
    <SelectField
      key={choices.length}
      label={label}
      name={name}
      defaultValue={parameters.get(name)?.toLowerCase() ?? ''}
    >
      <option value="">{any}</option>
      {choices.map(([value, word]) => (
        <option key={value} value={String(value).toLowerCase()} dir="auto">
          {word}
        </option>
      ))}
      {children}
    </SelectField>
  );
}

/** The conditions of the address that no field of the form can show. Choices that are loaded come later. */
function useUnknownValues(parameters: URLSearchParams) {
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState('');
  useLayoutEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, [type]') ?? [])];
    const conditions = fields.flatMap((field) =>
      parameters
        .getAll(field.name)
        .filter((value) => !mayShow(field, value))
        .map((value) => `${field.name}=${value}`),
    );
    setFound(conditions.join('\n'));
  });
  return { form, unknownValues: found.split('\n').filter(Boolean) };
}

function mayShow(field: HTMLInputElement | HTMLSelectElement, value: string): boolean {
  if (field instanceof HTMLInputElement) return !/date/.test(field.type) || !Number.isNaN(Date.parse(value));
  return field.length < 2 || [...field.options].some((option) => option.value.toLowerCase() === value.toLowerCase());
}
