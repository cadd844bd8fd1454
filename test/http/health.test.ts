import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import fastify from 'fastify';
import { mountHealth } from '../../src/http/metrics/health.js';
import { createMetrics } from '../../src/http/metrics/metrics.js';

const GOOD_FOR_MS = 500;

it('however many ask /readyz while the database hangs, one check runs, and the next one after it has ended', async () => {
  const checks: PromiseWithResolvers<void>[] = [];
  const app = fastify();
  const checkReady = () => {
    const check = Promise.withResolvers<void>();
    checks.push(check);
    return check.promise;
  };
  const readFigures = () => Promise.reject(new Error('no metrics here'));
  mountHealth(app, { metrics: createMetrics(), readFigures, servesMetrics: false, checkReady }, () => false);
  const isReady = () => app.inject('/readyz').then(({ statusCode }) => statusCode === 200);

  const first = isReady();
  await sleep(GOOD_FOR_MS + 100);
  const later = [isReady(), isReady()];
  await sleep(50);
  expect(checks).toHaveLength(1);

  checks[0]?.reject(new Error('it does not answer'));
  expect(await Promise.all([first, ...later])).toEqual([false, false, false]);
  expect(await isReady()).toBe(false);
  expect(checks).toHaveLength(1);

  await sleep(GOOD_FOR_MS);
  const recovered = isReady();
  await sleep(50);
  checks[1]?.resolve();
  expect(await recovered).toBe(true);
  expect(checks).toHaveLength(2);
});
