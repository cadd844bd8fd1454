import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/lib/ids.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { startOpenTelemetry } from '../../src/lib/trace/open-telemetry.js';
import {
  callerOf,
  inChildSpan,
  inRequest,
  inSpan,
  inTraces,
  type NewSpan,
  noteAccepted,
  type OpenSpan,
  type Tracer,
  traceparent,
  useTracer,
} from '../../src/lib/trace/tracing.js';

const SRC = resolve(import.meta.dirname, '../../src');
const begun: NewSpan[] = [];
let failures: string[] = [];

/** Records what is begun, and samples all traces but those that begin with an f. */
const recording: Tracer = {
  begin(span) {
    begun.push(span);
    const number = begun.length.toString(16);
    const traceId = span.at?.traceId ?? span.parent?.traceId ?? number.padStart(32, '0');
    const place = span.at ?? { traceId, spanId: number.padStart(16, '0'), isSampled: span.parent?.isSampled ?? true };
    return { place, set: () => undefined, fail: (reason) => failures.push(reason), end: () => undefined };
  },
  isSampled: (traceId) => !traceId.startsWith('f'),
};

afterEach(() => {
  useTracer(null);
  begun.length = 0;
  failures = [];
});

const names = () => begun.map(({ name }) => name);

describe('tracing that is off', () => {
  it('runs the work and begins nothing', async () => {
    const work = async () => traceparent();
    expect(await inSpan('a', {}, () => inTraces('b', [newId()], {}, work))).toBeNull();
    noteAccepted('c', newId(), {});
    expect(begun).toEqual([]);
  });

  it('loads no package: one file imports them, and the server imports that file only when it is asked to trace', () => {
    const files = globSync('**/*.ts', { cwd: SRC });
    const having = (text: string) => files.filter((file) => readFileSync(resolve(SRC, file), 'utf8').includes(text));
    expect(having("from '@opentelemetry/")).toEqual(['lib/trace/open-telemetry.ts']);
    expect(having("open-telemetry.js'")).toEqual(['app.ts']);
    expect(readFileSync(resolve(SRC, 'app.ts'), 'utf8')).toContain("await import('./lib/trace/open-telemetry.js')");
  });
});

describe('the trace of a message', () => {
  it('has the id of the message, and begins with a span whose id is the second half', () => {
    useTracer(recording);
    const id = newId();
    noteAccepted('accepted', id, {});
    const traceId = id.replaceAll('-', '');
    expect(begun[0]?.at).toEqual({ traceId, spanId: traceId.slice(16), isSampled: true });
  });

  it('has the work on its messages alone as a span, which receivers of requests continue', async () => {
    useTracer(recording);
    const id = newId();
    const sent = await inSpan('turn', {}, () => inTraces('submit', [id], {}, async () => traceparent()));
    expect(sent).toMatch(new RegExp(`^00-${id.replaceAll('-', '')}-[0-9a-f]{16}-01$`));
  });

  it('has a span that links to work on messages of several traces, if it is sampled', async () => {
    useTracer(recording);
    const unsampled = `f${newId().slice(1)}`;
    const ids = [newId(), unsampled, newId()];
    await inTraces('submit', ids, {}, async () => undefined);
    const [work, ...mirrored] = begun;
    expect(work?.parent).toBeNull();
    expect(mirrored.map(({ parent }) => parent?.traceId)).toEqual(
      [ids[0], ids[2]].map((id) => id?.replaceAll('-', '')),
    );
    for (const { links } of mirrored) expect(links?.map(({ traceId }) => traceId)).toEqual(['1'.padStart(32, '0')]);
  });

  it('shows of an error its code or its name only', async () => {
    useTracer(recording);
    const fail = async () => {
      throw new RangeError('The number 12025550100 is out of range');
    };
    await expect(inSpan('turn', {}, fail)).rejects.toThrow('out of range');
    expect(failures).toEqual(['RangeError']);
  });
});

describe('a span of a request', () => {
  const span = { name: 'sendSms', kind: 'internal', attributes: {} } as const;
  const at = (isSampled: boolean): OpenSpan => ({
    place: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled },
    set: () => undefined,
    fail: () => undefined,
    end: () => undefined,
  });

  it('has children only if it is sampled, and there are none without it', async () => {
    useTracer(recording);
    const work = () => inChildSpan(span, async () => undefined);
    await work();
    await inRequest('r', at(false), work);
    expect(names()).toEqual([]);
    await inRequest('r', at(true), work);
    expect(names()).toEqual(['sendSms']);
  });

  it('continues the trace of a caller whose header is valid', () => {
    const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)];
    expect(callerOf(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true });
    expect(callerOf(`00-${traceId}-${spanId}-00`)).toMatchObject({ isSampled: false });
    const invalid = [undefined, '', 'x', `00-${'0'.repeat(32)}-${spanId}-01`, `ff-${traceId}-${spanId}-01`];
    expect(invalid.map(callerOf)).toEqual(invalid.map(() => null));
  });
});

describe('a collector that cannot be reached', () => {
  it('is named once in the log, and does not delay the stop', async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', pretty: false }, { write: (line: string) => void lines.push(line) });
    const options = {
      logger,
      endpoint: 'http://127.0.0.1:1',
      sampler: 'always_on',
      samplerRatio: 1,
      role: 'api',
    } as const;
    const { tracer, stop } = startOpenTelemetry(options);
    tracer.begin({ name: 'a', kind: 'internal', attributes: {}, parent: null }).end();
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(lines.filter((line) => line.includes('traces could not be sent')).length).toBeLessThan(2);
  });
});
