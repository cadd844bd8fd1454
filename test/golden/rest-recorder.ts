import type { Answer } from '../http/start-api.js';
import { normalise } from './normalise.js';
import { printValue } from './print-value.js';

export interface GoldenRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Beside those that name the caller and the type of the body. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call and what came of it, ids and times replaced. */
export interface GoldenCase {
  readonly title: string;
  readonly status: number;
  readonly request: GoldenRequest;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Of the connection, not of the answer. */
const OF_THE_CONNECTION = ['connection', 'keep-alive'];

export function goldenCase(title: string, request: GoldenRequest, { status, headers, text, body }: Answer): GoldenCase {
  const kept = [...headers].filter(([name]) => !OF_THE_CONNECTION.includes(name));
  const shown = {
    request: { ...request, body: shortened(request.body) },
    headers: Object.fromEntries(kept),
    body: body ?? text,
  };
  const requestId = headers.get('x-request-id') ?? '';
  const named = JSON.parse(JSON.stringify(shown).replaceAll(requestId, '<request id>')) as typeof shown;
  const normalised = normalise(named) as typeof shown;
  if (headers.has('content-length')) normalised.headers['content-length'] = '<n>';
  // Elsewhere it does not depend on the clock.
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null && status !== 429) normalised.headers['retry-after'] = retryAfter;
  return { title, status, ...normalised };
}

const LONGEST_TEXT = 100;
const LONGEST_LIST = 20;

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `<${value.length} characters>` : value;
  if (Array.isArray(value)) return value.length > LONGEST_LIST ? `<${value.length} items>` : value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

/**
 * The cases of one noun as a text: those of a route by status, each with its request, its status, those of its headers
 * that most others do not have, and its body. For a body that stands above already, the case is named that has it.
 */
export function printCases(byRoute: ReadonlyMap<string, readonly GoldenCase[]>): string {
  const usual = usualHeaders([...byRoute.values()].flat());
  const lines = ['Unless a case says something else, an answer has', ...headerLines(usual)];
  const printed = new Map<string, string>();
  for (const [route, cases] of byRoute) {
    lines.push('', '', `# ${route}`);
    const sorted = [...cases].sort((one, other) => one.status - other.status || compare(one.title, other.title));
    for (const one of sorted) {
      const name = `${one.status} ${one.title}`;
      lines.push('', `## ${name}`, ...headLines(one, usual), ...bodyLines(one, printed, `${route}: ${name}`));
    }
  }
  return `${lines.join('\n')}\n`;
}

type Headers = Readonly<Record<string, string>>;

/** What more than half of the cases have: one that differs then changes one line. */
function usualHeaders(cases: readonly GoldenCase[]): Headers {
  const counts = new Map<string, number>();
  for (const { headers } of cases) {
    for (const entry of Object.entries(headers)) {
      const key = JSON.stringify(entry);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const usual = [...counts].filter(([, count]) => count > cases.length / 2);
  return Object.fromEntries(usual.map(([key]) => JSON.parse(key) as [string, string]));
}

function headLines({ request, headers }: GoldenCase, usual: Headers): string[] {
  const special = Object.fromEntries(Object.entries(headers).filter(([name, value]) => usual[name] !== value));
  const missing = Object.keys(usual).filter((name) => !(name in headers));
  return [
    `> ${request.method} ${request.path}`,
    ...headerLines(request.headers ?? {}).map((line) => `> ${line}`),
    ...(request.body === undefined ? [] : printValue(request.body).map((line) => `> ${line}`)),
    ...headerLines(special),
    ...(missing.length > 0 ? [`(no ${missing.sort(compare).join(', ')})`] : []),
  ];
}

function bodyLines({ body }: GoldenCase, printed: Map<string, string>, name: string): readonly string[] {
  if (body === '') return ['(no body)'];
  const lines = printValue(body);
  const text = lines.join('\n');
  const earlier = printed.get(text);
  if (earlier !== undefined && lines.length > 1) return [`(the body of ${earlier})`];
  printed.set(text, name);
  return lines;
}

function headerLines(headers: Headers): string[] {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .sort(compare);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
