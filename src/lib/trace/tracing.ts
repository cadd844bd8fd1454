/**
 * How a message is traced. The trace of a campaign, or of a message without one, has its id: every process knows it,
 * and no row stores it. The span of the call that sent it links to this trace. A worker's statements, claim, submit and
 * settle are spans of one dispatch; if a batch has messages of several traces, each trace gets a span that links to it.
 * `open-telemetry.ts` is loaded if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Without it every function here returns at
 * once.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { timeOfId } from '../ids.js';

/** A span of this or of another process. */
export interface SpanPlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The values of OTEL_TRACES_SAMPLER. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export interface NewSpan {
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  readonly attributes: Attributes;
  /** Null: the span begins a trace. */
  readonly parent: SpanPlace | null;
  /** The ids of a span that begins a trace; random by default. */
  readonly at?: SpanPlace;
  readonly links?: readonly SpanPlace[];
  /** By the clock, in milliseconds; now by default. */
  readonly startedAtMs?: number;
}

export interface OpenSpan {
  readonly place: SpanPlace;
  set(attributes: Attributes): void;
  /** The reason is public in traces: no numbers, texts or values. */
  fail(reason: string): void;
  end(): void;
}

/** Where spans go. */
export interface Tracer {
  begin(span: NewSpan): OpenSpan;
  /** The same in every process, so that a trace is whole or missing. */
  isSampled(traceId: string): boolean;
}

/** What runs now: log lines and spans get its ids. */
interface Scope {
  readonly requestId: string | null;
  readonly span: OpenSpan | null;
}

const scopes = new AsyncLocalStorage<Scope>();
/** Null while tracing is off. */
let tracer: Tracer | null = null;

/** Null switches tracing off. */
export function useTracer(next: Tracer | null): void {
  tracer = next;
}

export function isTracing(): boolean {
  return tracer !== null;
}

export function currentSpan(): OpenSpan | null {
  return tracer === null ? null : (scopes.getStore()?.span ?? null);
}

export function beginSpan(span: NewSpan): OpenSpan | null {
  return tracer?.begin(span) ?? null;
}

/** Runs work as a part of a request: log lines of it have the request's id. */
export function inRequest<T>(requestId: string, span: OpenSpan | null, work: () => T): T {
  return scopes.run({ requestId, span }, work);
}

/** Runs work in a span below the current one; without a current one the span begins a trace. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work();
  return runIn(tracer.begin({ name, kind: 'internal', attributes, parent: currentSpan()?.place ?? null }), work);
}

/** The same below the current span only: what no request and no turn of a worker began has no span. */
export function inChildSpan<T>(
  span: Pick<NewSpan, 'name' | 'kind' | 'attributes'>,
  work: () => Promise<T>,
): Promise<T> {
  const parent = currentSpan();
  if (tracer === null || !parent?.place.isSampled) return work();
  return runIn(tracer.begin({ ...span, parent: parent.place }), work);
}

/** The id of a trace is that of its message or campaign: every process knows it, and no row has to store it. */
function traceIdOf(id: string): string {
  return id.replaceAll('-', '');
}

/** The first span of the trace of a message or a campaign. Its id is the random half of the UUID. */
function firstSpanOf(id: string, { isSampled }: Tracer): SpanPlace {
  const traceId = traceIdOf(id);
  return { traceId, spanId: traceId.slice(16), isSampled: isSampled(traceId) };
}

/** Begins the trace of a message or a campaign that was accepted. Links lead from it to the call and back. */
export function noteAccepted(name: string, id: string, attributes: Attributes): void {
  if (tracer === null) return;
  const at = firstSpanOf(id, tracer);
  const call = currentSpan();
  const links = call ? [call.place] : [];
  tracer.begin({ name, kind: 'internal', attributes, parent: null, at, links, startedAtMs: timeOfId(id) }).end();
  call?.set({ 'postrider.trace_id': at.traceId });
}

/** What began before it was known to which traces it belongs. */
export function noteInTrace(name: string, ids: readonly string[], attributes: Attributes, startedAtMs: number): void {
  const [id] = ids;
  if (tracer === null || id === undefined || ids.length > 1) return;
  const parent = firstSpanOf(id, tracer);
  tracer.begin({ name, kind: 'internal', attributes, parent, links: here(), startedAtMs }).end();
}

/**
 * Runs work on messages. If all belong to one trace, the work is a span of it. Otherwise it is a span of the current
 * trace, because a span has one parent; each trace then gets a span of the same time that links to it.
 */
export async function inTraces<T>(
  name: string,
  ids: readonly string[],
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const used = tracer;
  if (used === null) return work();
  const [id] = ids;
  if (id !== undefined && ids.length === 1) {
    const span = { name, kind: 'internal', attributes, parent: firstSpanOf(id, used), links: here() } as const;
    return runIn(used.begin(span), work);
  }
  const startedAtMs = Date.now();
  return inSpan(name, attributes, async () => {
    const links = here();
    try {
      return await work();
    } finally {
      for (const each of ids) {
        const parent = firstSpanOf(each, used);
        if (parent.isSampled) used.begin({ name, kind: 'internal', attributes, parent, links, startedAtMs }).end();
      }
    }
  });
}

/** The header by which the receiver of an HTTP request continues the trace; null without a span. */
export function traceparent(): string | null {
  if (tracer === null) return null;
  const place = currentSpan()?.place;
  return place ? `00-${place.traceId}-${place.spanId}-${place.isSampled ? '01' : '00'}` : null;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** The span of the caller that a `traceparent` header names; null if there is none. */
export function callerOf(header: string | undefined): SpanPlace | null {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId) || header?.startsWith('ff')) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** What every line of the log has that the current work writes. */
export function currentIds(): { readonly requestId?: string; readonly trace_id?: string; readonly span_id?: string } {
  const scope = scopes.getStore();
  if (!scope) return {};
  const { requestId, span } = scope;
  return {
    ...(requestId !== null && { requestId }),
    ...(span && { trace_id: span.place.traceId, span_id: span.place.spanId }),
  };
}

function here(): SpanPlace[] {
  const span = currentSpan();
  return span ? [span.place] : [];
}

function runIn<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  const scope = { requestId: scopes.getStore()?.requestId ?? null, span };
  return scopes.run(scope, async () => {
    try {
      return await work();
    } catch (error) {
      span.fail(nameOfError(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Not the message, which may quote values. */
function nameOfError(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'error';
}
