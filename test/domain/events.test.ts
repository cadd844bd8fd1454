import { describe, expect, it } from '@jest/globals';
import { type DescribedEvent, EVENT_TYPES, eventBody, scopeFor, visibleTypes } from '../../src/domain/events/event.js';
import { isOnlyProbed, pauseSeconds, retryAfterSeconds } from '../../src/domain/events/retry.js';
import { sampleEvent } from '../../src/domain/events/samples.js';
import { SCOPES } from '../../src/domain/vocabulary.js';

const HOUR = 3600;

describe('retries of an event', () => {
  const plan = (random: number) => {
    const waits: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const wait = retryAfterSeconds(attempts, null, random);
      if (wait === null) return waits;
      waits.push(wait);
    }
  };

  it('begin after about five seconds, grow, and end after about a day', () => {
    const waits = plan(0.5);
    expect(waits[0]).toBe(5);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    const total = waits.reduce((sum, wait) => sum + wait, 0);
    expect(total / HOUR).toBeGreaterThan(20);
    expect(total / HOUR).toBeLessThan(26);
  });

  it('are spread by a fifth to both sides', () => {
    expect(plan(0)[0]).toBeCloseTo(4);
    expect(plan(1)[0]).toBeCloseTo(6);
  });

  it('wait for as long as the receiver asks, but not for ever', () => {
    expect(retryAfterSeconds(1, 90, 0.5)).toBe(90);
    expect(retryAfterSeconds(1, 1e9, 0.5)).toBe(24 * HOUR);
    expect(retryAfterSeconds(8, 1, 0.5)).toBe(14_400);
  });
});

describe('an endpoint that fails', () => {
  it('is called on after a few failures, then probed ever more rarely, and at least every five minutes', () => {
    expect([1, 4].map((failures) => [isOnlyProbed(failures), pauseSeconds(failures, null, 0.5)])).toEqual([
      [false, 0],
      [false, 0],
    ]);
    expect([5, 6, 7, 50, 5_000].map((failures) => pauseSeconds(failures, null, 0.5))).toEqual([5, 10, 20, 300, 300]);
    expect(pauseSeconds(6, null, 1)).toBeCloseTo(12);
    expect(pauseSeconds(50, null, 1)).toBe(300);
    expect(isOnlyProbed(5)).toBe(true);
  });

  it('is left alone for as long as it asks, however rarely it has failed', () => {
    expect(pauseSeconds(1, 600, 0.5)).toBe(600);
    expect(pauseSeconds(5, 600, 0.5)).toBe(600);
  });
});

describe('a sample', () => {
  it.each(EVENT_TYPES)('of %s has the fields of an event, and is marked as a test', (type) => {
    const at = new Date('2026-11-20T09:00:00.000Z');
    const sample = sampleEvent(type, at);
    const real = eventBody({ type, sequence: 7, revision: 2, occurredAt: at } as DescribedEvent);
    expect(Object.keys(sample.data).sort()).toEqual([...new Set([...Object.keys(real.data), 'test'])].sort());
    expect(sample).toMatchObject({ type, timestamp: at.toISOString(), data: { test: true, sequence: 0 } });
    expect(sample.data.status).toBe(type.split('.')[1]);
    expect(Object.values(sample.data)).not.toContain(undefined);
  });
});

describe('what a key sees of the log', () => {
  it.each([
    ['sms:read', /^((sms|campaign|gateway)\.(?!received))/],
    ['inbox:read', /\.received$/],
    ['chat:read', /^(chat_message|session)\.(?!received)/],
    ['webhooks:manage', /^webhook\./],
  ] as const)('follows from its scopes: %s opens %s', (scope, kinds) => {
    expect(visibleTypes([scope])).toEqual(EVENT_TYPES.filter((type) => kinds.test(type)));
    for (const type of visibleTypes([scope])) expect(scopeFor(type)).toBe(scope);
  });

  it('is all of it with all scopes, and nothing with those that open nothing', () => {
    expect(visibleTypes(SCOPES)).toEqual(EVENT_TYPES);
    expect(visibleTypes(['sms:send', 'chat:send', 'sessions:manage', 'keys:manage'])).toEqual([]);
  });
});
