import { createHmac, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { makeWebhookSecret } from '../../src/domain/events/signature.js';
import { CursorCodec } from '../../src/domain/paging.js';
import { makeApiKey } from '../../src/domain/people/api-key.js';
import { compareGolden } from './compare-golden.js';
import { normalise } from './normalise.js';

describe('normalise', () => {
  it('numbers ids in the order of their appearance, equal ones alike', () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const value = { a: one, b: [two, `of ${one.toUpperCase()}`], [two]: 'evt_0123456789abcdef01234567' };
    expect(normalise(value)).toEqual({ a: '<id:1>', b: ['<id:2>', 'of <id:1>'], '<id:2>': '<event:1>' });
  });

  it('starts anew with each call', () => {
    expect([normalise(randomUUID()), normalise(randomUUID())]).toEqual(['<id:1>', '<id:1>']);
  });

  const cursor = new CursorCodec(['a secret'], randomUUID(), 'messages').encode(['2026-11-20T09:00:00.000Z', 7]);
  const signature = createHmac('sha256', 'a').update('b').digest('base64');
  it.each([
    ['a time', new Date().toISOString(), '<time>'],
    ['a time with an offset', '2027-01-31T09:00:00+03:00', '<time>'],
    ['a time of PostgreSQL', '2026-11-22 20:32:59.123456+00', '<time>'],
    ['a time of HTTP', new Date().toUTCString(), '<time>'],
    ['a Date', new Date(), '<time>'],
    ['an API key', makeApiKey('live'), '<key>'],
    ['the hint of a key', 'pr_test_…aB3d', 'pr_test_…<hint>'],
    ['the secret of a webhook', makeWebhookSecret(), '<secret>'],
    ['two signatures', `v1,${signature} v1,${signature}`, '<signature> <signature>'],
    ['a cursor', cursor, '<cursor>'],
    ['a short cursor', new CursorCodec(['a secret'], randomUUID(), 'messages').encode([0]), '<cursor>'],
    [
      'a cursor in an address',
      `https://x.example/v1/?cursor=${cursor}&page_size=2`,
      'https://x.example/v1/?cursor=<cursor>&page_size=2',
    ],
    ['a session', `session=${'aB3'.repeat(12)}; Path=/`, 'session=<token>; Path=/'],
    ['a local address', 'http://127.0.0.1:40123/hook', 'http://<host>/hook'],
    ['a rate limit', '"general";r=299;t=60', '"general";r=<n>;t=<n>'],
    [
      'what is counted',
      { 'x-ratelimit-remaining': '12', retry_after: 7 },
      { 'x-ratelimit-remaining': '<n>', retry_after: '<n>' },
    ],
  ])('replaces %s', (_, value, normalised) => {
    expect(normalise(value)).toEqual(normalised);
  });

  it('leaves everything else as it is', () => {
    const value = { to: '12025550100', code: 'invalid', count: 3, none: null, flag: false, path: '/v1/sms/send-bulk/' };
    expect(normalise(value)).toEqual(value);
  });
});

describe('compareGolden', () => {
  const path = join(import.meta.dirname, 'recorded/of-this-test.golden.json');
  const wish = process.env.UPDATE_GOLDEN;
  afterEach(async () => {
    process.env.UPDATE_GOLDEN = wish ?? '';
    await rm(path, { force: true });
  });

  it('refuses what has no file, and what differs from it, with the difference', async () => {
    process.env.UPDATE_GOLDEN = '';
    await expect(compareGolden('of-this-test', { a: 1 })).rejects.toThrow('npm run golden');
    process.env.UPDATE_GOLDEN = '1';
    await compareGolden('of-this-test', { a: 1, b: 2 });
    process.env.UPDATE_GOLDEN = '';
    await compareGolden('of-this-test', { a: 1, b: 2 });
    await expect(compareGolden('of-this-test', { a: 1, b: 3 })).rejects.toThrow(/- .*"b":2[\s\S]*\+ .*"b":3/);
  });
});
