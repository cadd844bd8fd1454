import { describe, expect, it } from '@jest/globals';
import { messagesPaid, type PlannedRecipient } from '../../src/domain/sms/bulk-plan.js';
import { readRecipients } from '../../src/domain/sms/recipients.js';
import { compileRoutes, idsOnRoute, routerFor } from '../../src/domain/sms/routing.js';
import { mobile, mobiles } from '../support/services.js';

const read = (message: string | null | undefined, recipients: Parameters<typeof readRecipients>[1]) =>
  readRecipients({ message, isSmart: false }, recipients);
const TWO_LETTERS = { to: mobile(1), variables: { a: 'x', b: 'y' } };
const places = ({ errors }: ReturnType<typeof readRecipients>) => errors.map(({ path }) => path.join('.'));

describe('the recipients of a bulk call', () => {
  it('keep the order of the call, with ids in the same order', () => {
    const { rows } = read('Hello', mobiles(2_000));
    expect(rows.map((row) => row.mobile)).toEqual(mobiles(2_000).map(({ to }) => to));
    const ids = rows.map(({ id }) => id);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(2_000);
  });

  it.each([0, 10_001])('%d of them are refused', (count) => {
    expect(places(read('Hello', mobiles(count)))).toEqual(['recipients']);
  });

  it.each([1, 10_000])('%d of them are accepted', (count) => {
    expect(read('Hello', mobiles(count))).toMatchObject({ errors: [], duplicates: [] });
  });

  it('a number that stands there twice, however written, is sent to once', () => {
    const to = mobile(1);
    const { rows, duplicates } = read('Hello', [
      { to },
      { to: `+${to}` },
      { to: `${to.slice(0, 3)} ${to.slice(3)}` },
      { to },
    ]);
    expect(rows).toHaveLength(1);
    expect(duplicates).toEqual([1, 2, 3].map((place) => ({ place, mobile: to, firstPlace: 0 })));
  });

  it('a malformed number fails alone, with its code, and is recognisable', () => {
    const { rows, errors } = read('Hello', [
      { to: 'nonsense' },
      { to: '12345@g.us' },
      { to: '442079460000' },
      { to: '' },
      { to: `x${'9'.repeat(100)}` },
      { to: 'a\0b\ud800' },
      { to: `${'x'.repeat(31)}\u{1f600}` },
      { to: mobile(1) },
    ]);
    expect(errors).toEqual([]);
    expect(rows.map(({ status, deliveryCode }) => `${status} ${deliveryCode}`)).toEqual([
      ...['failed 403', 'failed 403', 'failed 404', 'failed 403', 'failed 403', 'failed 403', 'failed 403'],
      'queued null',
    ]);
    const shown = rows.map((row) => row.mobile);
    expect(shown.slice(0, 5)).toEqual(['nonsense', '12345', '442079460000', 'unknown', '9'.repeat(32)]);
    expect(
      rows.every((row) => row.mobile.length <= 32 && row.mobile.isWellFormed() && !row.mobile.includes('\0')),
    ).toBe(true);
  });

  it('a malformed number does not take the message of a valid one with the same digits', () => {
    const { rows, duplicates } = read('Hello', [{ to: `(${mobile(1)})` }, { to: mobile(1) }, { to: `<${mobile(1)}>` }]);
    expect(rows.map((row) => [row.mobile, row.status])).toEqual([
      [mobile(1), 'failed'],
      [mobile(1), 'queued'],
    ]);
    expect(duplicates.map(({ place, firstPlace }) => [place, firstPlace])).toEqual([[2, 0]]);
  });

  it('one text for all is kept once; a personal one with every recipient', () => {
    expect(read('Hello', mobiles(2)).rows.map(({ body }) => body)).toEqual([null, null]);
    const { rows } = read('Hello {{name}}', [
      { to: mobile(1), variables: { name: 'Ann' } },
      { to: mobile(2), variables: { name: '\u{1f600}' } },
    ]);
    expect(rows.map(({ body, segments, encoding }) => [body, segments, encoding])).toEqual([
      ['Hello Ann', 1, 'gsm7'],
      ['Hello \u{1f600}', 1, 'ucs2'],
    ]);
  });

  it('a variable without value refuses the call and says where', () => {
    const answer = read('Hello {{name}}', [{ to: mobile(1), variables: { name: 'x' } }, { to: mobile(2) }]);
    expect(answer.rows).toEqual([]);
    expect(places(answer)).toEqual(['recipients.1.variables.name']);
  });

  it('a text that is too long or blank only for one recipient refuses the call and says where', () => {
    const answer = read('{{text}}', [
      { to: mobile(1), variables: { text: 'fine' } },
      { to: mobile(2), variables: { text: `${'x'.repeat(1_000)}\u0416` } },
      { to: mobile(3), variables: { text: ' ' } },
    ]);
    expect(answer.rows).toEqual([]);
    expect(places(answer).map((place) => place.split('.').slice(0, 2).join('.'))).toEqual([
      'recipients.1',
      'recipients.2',
    ]);
  });

  it('a message may have a hundred placeholders, each counted as often as it stands there', () => {
    const hundred = '{{a}}{{b}}'.repeat(50);
    expect(read(hundred, [TWO_LETTERS]).rows.map(({ body }) => body)).toEqual(['xy'.repeat(50)]);
    expect(read(`${hundred}{{a}}`, [TWO_LETTERS]).errors).toEqual([
      { path: ['message'], code: 'invalid', message: 'At most 100 placeholders are allowed.' },
    ]);
  });

  it('names at most a hundred places', () => {
    expect(read('Hello {{name}}', mobiles(10_000)).errors).toHaveLength(100);
  });

  it('a blank or unsendable message is named as such, whoever would get it', () => {
    for (const message of ['', '  ', 'a\0b', 'x'.repeat(2_000)])
      expect(places(read(message, mobiles(2)))).toEqual(['message']);
  });

  describe('with a message of their own', () => {
    const own = (place: number, message: string | null, variables?: Record<string, string>) => ({
      to: mobile(place),
      message,
      variables,
    });

    it('get it instead of that of the call, counted by itself', () => {
      const { text, rows } = read('Hello {{name}}', [
        own(1, null, { name: 'Ann' }),
        own(2, 'Bye {{name}} \u{1f600}', { name: 'Bob' }),
        own(3, 'x'.repeat(200)),
        own(4, '', { name: 'Cy' }),
      ]);
      expect(text).toBe('Hello {{name}}');
      expect(rows.map(({ body, segments, encoding }) => [body, segments, encoding])).toEqual([
        ['Hello Ann', 1, 'gsm7'],
        ['Bye Bob \u{1f600}', 1, 'ucs2'],
        ['x'.repeat(200), 2, 'gsm7'],
        ['Hello Cy', 1, 'gsm7'],
      ]);
    });

    it('need none of the call, whose text is then kept nowhere', () => {
      for (const message of [null, undefined, '']) {
        const { text, rows, errors } = read(message, [own(1, 'One'), own(2, 'Two')]);
        expect({ text, bodies: rows.map(({ body }) => body), errors }).toEqual({
          text: null,
          bodies: ['One', 'Two'],
          errors: [],
        });
      }
    });

    it('are named if they have none, where the call has none', () => {
      const { errors } = read(null, [own(1, 'One'), own(2, null), own(3, '')]);
      expect(errors.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([
        'recipients.1.message required',
        'recipients.2.message required',
      ]);
      expect(places(read(undefined, mobiles(2)))).toEqual(['message']);
    });

    it('are named if it cannot be sent, or lacks a variable', () => {
      const answer = read('Hello', [
        own(1, ' '),
        own(2, 'a\0b'),
        own(3, '\u0416'.repeat(700)),
        own(4, '{{a}}'.repeat(101), { a: '' }),
        own(5, 'x'.repeat(20_001)),
        own(6, 'Hello {{name}}'),
        own(7, 'fine'),
      ]);
      expect(answer.rows).toEqual([]);
      expect(places(answer)).toEqual([
        ...[0, 1, 2, 3, 4].map((place) => `recipients.${place}.message`),
        'recipients.5.variables.name',
      ]);
    });
  });
});

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
