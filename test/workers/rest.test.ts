import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createRest } from '../../src/workers/rest.js';

const NEVER = new AbortController().signal;
const LONG_MS = 600_000;

it('ends after its time and not before', async () => {
  const startedAt = performance.now();
  await createRest().take(20, NEVER);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20);
});

it('ends sooner if something happens meanwhile', async () => {
  const rest = createRest();
  const resting = rest.take(LONG_MS, NEVER);
  rest.endWithin(1);
  await resting;
});

it('ends sooner if something happened before it', async () => {
  const rest = createRest();
  rest.endWithin(1);
  await rest.take(LONG_MS, NEVER);
});

it('is a rest even if it was to end before it began: a look that takes long is not followed by the next at once', async () => {
  const rest = createRest();
  rest.endWithin(20);
  await sleep(30);
  const startedAt = performance.now();
  await rest.take(LONG_MS, NEVER);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20);
});

it('is not put off by what happens later', async () => {
  const rest = createRest();
  const resting = rest.take(LONG_MS, NEVER);
  rest.endWithin(1);
  rest.endWithin(LONG_MS);
  await resting;
});

it('is cut short once: the next one has its full time', async () => {
  const rest = createRest();
  rest.endWithin(1);
  await rest.take(LONG_MS, NEVER);
  let isOver = false;
  const stopping = new AbortController();
  const next = rest.take(LONG_MS, stopping.signal).then(() => (isOver = true));
  await sleep(5);
  expect(isOver).toBe(false);
  stopping.abort();
  await next;
});

it('ends with the signal', async () => {
  const stopping = new AbortController();
  const resting = createRest().take(LONG_MS, stopping.signal);
  stopping.abort();
  await resting;
});
