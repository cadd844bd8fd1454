import type { z } from 'zod';
import { type FieldError, fieldError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { isObject, jsonSchema, type UnknownNames } from './checks.js';
import { type CallKind, complaintAbout, looksOf } from './foreign-names.js';
import type { Route } from './route.js';

/**
 * The known names of an object, each with those of the objects in it; null if the caller chooses the names, or there
 * are none.
 */
export interface KnownNames {
  readonly inside: ReadonlyMap<string, KnownNames | null>;
  /** The correct name, by its normalised form; see `looksOf`. */
  readonly byLooks: ReadonlyMap<string, string>;
}

/** The place of an object: as the header names it, and as the path in an error, which is built only if there is one. */
interface Place {
  readonly ofAll: string;
  readonly path: () => readonly string[];
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

export const UNKNOWN_NAME = 'unknown_name';
const CARRIED = 'Unknown name here. The cursor says it; to ask for something else, call by POST.';
const NAMES_SHOWN = 20;
const LONGEST_NAME = 60;
const HEADER_LENGTH = 2_000;

type NamesOfRoute = Pick<Route, 'method' | 'path' | 'query' | 'body' | 'carried' | 'marksFailures'>;

/** The known names of a route, and what follows from them. */
export interface KnownOfRoute {
  readonly query: KnownNames;
  readonly body: KnownNames;
  /** The names that a call has in its cursor alone. */
  readonly carried: KnownNames;
  readonly kinds: ReadonlySet<CallKind>;
}

export function knownNamesOf({ method, path, query, body, carried, marksFailures }: NamesOfRoute): KnownOfRoute {
  const known = { query: namesOf(query), body: namesOf(body), carried: namesOf(body ? undefined : carried) };
  const has = (...names: string[]) => names.some((name) => known.query.inside.has(name) || known.body.inside.has(name));
  const kinds = new Set<CallKind>();
  // Errors of sends, and of nothing else, say that nothing was sent.
  if (marksFailures || has('scheduled_at')) kinds.add('sends');
  if (has('page_size')) kinds.add('pages');
  if (method === 'GET' ? !isOfOne(path) : has('page_size', 'created_after')) kinds.add('lists');
  else if (method !== 'GET') kinds.add('changes');
  return { ...known, kinds };
}

/** Whether the path leads to one thing by its id. */
const isOfOne = (path: string) => path.endsWith('}/');

/** Takes the names from the schema of the documentation, so that every documented name is known. */
function namesOf(schema: z.ZodType | undefined): KnownNames {
  return namesIn(schema ? (jsonSchema(schema) as JsonSchema) : {}) ?? { inside: new Map(), byLooks: new Map() };
}

function namesIn({ properties, items, anyOf }: JsonSchema): KnownNames | null {
  if (items) return namesIn(items);
  const ofObject = properties ?? anyOf?.find((one) => one.properties)?.properties;
  if (!ofObject) return null;
  const names = Object.keys(ofObject);
  return {
    inside: new Map(Object.entries(ofObject).map(([name, inner]) => [name, namesIn(inner)])),
    byLooks: new Map(names.map((name) => [looksOf(name), name])),
  };
}

/** Finds the names that a route does not know, in its query or body. A strict caller wants each of them refused. */
export function findUnknownNames(
  route: KnownOfRoute,
  where: 'query' | 'body',
  input: unknown,
  isStrict: boolean,
): UnknownNames {
  const knowsElsewhere = (name: string) => route.query.inside.has(name) || route.body.inside.has(name);
  const refused: FieldError[] = [];
  const ignored = new Set<string>();

  function look({ inside, byLooks }: KnownNames, object: Readonly<Record<string, unknown>>, place: Place): void {
    const complaintOf = (name: string): string | undefined => {
      const meant = byLooks.get(looksOf(name));
      if (meant !== undefined) return `Unknown name. Did you mean \`${meant}\`?`;
      if (route.carried.byLooks.has(looksOf(name))) return CARRIED;
      const around = { kinds: route.kinds, object, isItem: place.ofAll !== '', knowsElsewhere };
      const complaint = complaintAbout(name, { ...around, knows: (known) => inside.has(known) });
      return complaint ?? (isStrict ? 'Unknown name.' : undefined);
    };
    for (const name of Object.keys(object)) {
      const names = inside.get(name);
      if (names) lookInto(names, object[name], name, place);
      else if (names === undefined) note(name, complaintOf(name), place);
    }
  }

  function lookInto(names: KnownNames, list: unknown, name: string, place: Place): void {
    if (!Array.isArray(list)) return;
    const ofAll = `${place.ofAll}${name}[].`;
    for (const [index, item] of list.entries()) {
      if (isObject(item)) look(names, item, { ofAll, path: () => [...place.path(), name, String(index)] });
    }
  }

  function note(name: string, complaint: string | undefined, { ofAll, path }: Place): void {
    if (complaint === undefined) {
      if (ignored.size <= NAMES_SHOWN) ignored.add(`${ofAll}${shortened(name)}`);
    } else if (refused.length < LIMITS.fieldErrorsPerAnswer) {
      refused.push(fieldError([...path(), shortened(name)], UNKNOWN_NAME, complaint));
    }
  }

  if (isObject(input)) look(route[where], input, { ofAll: '', path: () => [] });
  return { refused, ignored: [...ignored] };
}

/** The value of X-Ignored-Fields: ASCII, and short enough for every proxy. `...` means that there are more names. */
export function ignoredFieldsHeader(ignored: readonly string[]): string {
  let header = '';
  for (const [index, name] of ignored.map(encoded).entries()) {
    if (index === NAMES_SHOWN || header.length + name.length > HEADER_LENGTH) return `${header}, ...`;
    header += index === 0 ? name : `, ${name}`;
  }
  return header;
}

/** Percent-encodes characters that could end the name or the header. */
const encoded = (name: string) => name.replace(/[^\w.[\]~-]+/gu, encodeURIComponent);

function shortened(name: string): string {
  return name.length <= LONGEST_NAME ? name.toWellFormed() : `${name.slice(0, LONGEST_NAME).toWellFormed()}…`;
}
