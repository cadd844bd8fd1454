import { describe, expect, it } from '@jest/globals';
import { messagesPaid, type PlannedRecipient } from '../../src/domain/sms/bulk-plan.js';
import { compileRoutes, idsOnRoute, routerFor } from '../../src/domain/sms/routing.js';
import { mobile } from '../support/services.js';

const messages = (...segments: number[]): PlannedRecipient[] =>
  segments.map((count, place) => ({
    id: '',
    place,
    mobile: mobile(place),
    body: null,
    reference: null,
    segments: count,
    encoding: 'gsm7',
    replaced: null,
    status: 'queued',
    deliveryCode: null,
  }));

describe('the messages that a credit pays for', () => {
  it.each<[credit: number, price: number, paid: number]>([
    [0, 1, 0],
    [-5, 1, 0],
    [0.99, 1, 0],
    [1, 1, 1],
    // The second has two segments; the third is not paid for although it has only one.
    [2, 1, 1],
    [3, 1, 2],
    [4, 1, 3],
    [1_000, 1, 3],
    // In binary, 0.3 / 0.1 is below 3.
    [0.3, 0.1, 2],
  ])('a credit of %d at %d a segment', (credit, price, paid) => {
    expect(messagesPaid(messages(1, 2, 1), credit, price)).toBe(paid);
  });
});

describe('ids on a weighted route', () => {
  const shares = (...weights: number[]) =>
    routerFor(
      compileRoutes([
        { organisationId: null, gateways: [{ anyOf: new Map(weights.map((weight, index) => [`g${index}`, weight])) }] },
      ]),
      { organisationId: 'any', senderId: null, test: false },
    );
  const choices = (router: ReturnType<typeof shares>, seed: string) => {
    const idFor = idsOnRoute(router, seed);
    return Array.from({ length: 10_000 }, (_, place) => router.firstFor(mobile(place), idFor(mobile(place))));
  };

  it('make the same choice for the same seed and number, and others for another seed', () => {
    const router = shares(3, 1);
    const chosen = choices(router, 'a seed');
    expect(choices(router, 'a seed')).toEqual(chosen);
    expect(choices(router, 'another')).not.toEqual(chosen);
    expect(chosen.filter((gateway) => gateway === 'g0').length / 10_000).toBeCloseTo(0.75, 1);
  });

  it('are found also for a gateway of little weight', () => {
    const chosen = choices(shares(1_000, 1_000, 1_000, 1_000, 1), 'a seed');
    expect(chosen.filter((gateway) => gateway === 'g4').length).toBeLessThan(20);
  });
});
