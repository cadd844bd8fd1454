import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, type EventType, kindOf, statusOf } from '../../src/domain/events/event.js';
import { retryAfterSeconds } from '../../src/domain/events/retry.js';
import { sampleEvent } from '../../src/domain/events/samples.js';
import { readPage } from './page.js';

const page = readPage('webhooks.md');
const rowsOf = (start: string) => page.text.split('\n').filter((line) => line.startsWith(start));

const SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600 };

describe('The page on webhooks', () => {
  it('lists every type of event', () => {
    const listed = EVENT_TYPES.filter((type) => rowsOf('| `').some((row) => row.includes(`\`${type}\``)));
    expect(listed).toEqual(EVENT_TYPES);
  });

  it.each([...new Set(EVENT_TYPES.map(kindOf))])('shows what events of the family %s hold, in their order', (kind) => {
    const example = JSON.parse(page.code(kind)) as Record<string, unknown>;
    const type = EVENT_TYPES.find((one) => kindOf(one) === kind && statusOf(one) === example.status) as EventType;
    expect(EVENT_TYPES).toContain(type);
    const { test: _, ...sample } = sampleEvent(type, new Date()).data;
    const { test: __, ...shown } = example;
    expect(Object.keys(shown)).toEqual(Object.keys(sample));
  });

  it('tells when what failed is tried again', () => {
    const [row = ''] = rowsOf('| after | ');
    const told = [...row.matchAll(/(\d+) (s|min|h)\b/g)].map(
      ([, count, unit = '']) => Number(count) * (SECONDS[unit] ?? 0),
    );
    const planned = told.map((_, index) => retryAfterSeconds(index + 1, null, 0.5));
    expect(told).toEqual(planned);
    expect(retryAfterSeconds(told.length + 1, null, 0.5)).toBeNull();
    expect(page.text).toContain(`| attempt | ${told.map((_, index) => index + 2).join(' | ')} |`);
  });
});
