import { useLocation, useSearchParams } from 'wouter';

type Changes = Readonly<Record<string, string | readonly string[] | null>>;

interface Address {
  readonly parameters: URLSearchParams;
  /** This page with these parameters replaced, for a link. */
  readonly addressWith: (changes: Changes) => string;
  /** Replaces these parameters; null and nothing remove them. The browser's Back undoes it. */
  readonly change: (changes: Changes, options?: { readonly replace?: boolean }) => void;
}

/** The parameters of the address hold the state of a page: filters, cursors, the chosen row. */
export function useAddress(): Address {
  const [path] = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const change: Address['change'] = (changes, options) =>
    setParameters((before) => parametersWith(before, changes), options);
  const addressWith = (changes: Changes) => {
    const next = parametersWith(parameters, changes);
    return next.size > 0 ? `${path}?${next}` : path;
  };
  return { parameters, change, addressWith };
}

function parametersWith(before: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of [value ?? []].flat()) if (one) next.append(name, one);
  }
  return next;
}

/** The value of an enum that a parameter names, in capitals or small letters; undefined if it names none. */
export function enumValueOf<Value extends string>(
  values: Readonly<Record<Value, unknown>>,
  parameter: string | null | undefined,
): Value | undefined {
  const value = parameter?.toUpperCase() ?? '';
  return Object.hasOwn(values, value) ? (value as Value) : undefined;
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const isId = (word: string): boolean => ID.test(word);
