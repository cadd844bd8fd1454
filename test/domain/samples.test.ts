import { describe, expect, it } from '@jest/globals';
import { type DescribedEvent, EVENT_TYPES, eventBody, scopeFor, visibleTypes } from '../../src/domain/events/event.js';
import { sampleEvent } from '../../src/domain/events/samples.js';
import { SCOPES } from '../../src/domain/vocabulary.js';

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
