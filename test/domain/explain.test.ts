import { describe, expect, it } from '@jest/globals';
import { DELIVERY_CODES } from '../../src/domain/sms/delivery-codes.js';
import {
  type ExplainedMessage,
  explainMessage,
  NEW_MESSAGE as message,
} from '../../src/domain/sms/explanation/explain-message.js';
import { forecast, type RoutedGateway } from '../../src/domain/sms/explanation/forecast.js';
import { EXPLANATIONS } from '../../src/domain/sms/explanation/sentences.js';
import { findNumber } from '../../src/domain/sms/number-in-words.js';
import { SMS_PHASES, SMS_STATUSES, SUPPRESSION_SOURCES } from '../../src/domain/vocabulary.js';

const outage = { gateway: 'carrier', nextTryAt: '2026-11-20T09:00:30Z' };
/** The last moment of a day. */
const AT = '2026-11-27T23:59:59.999Z';
const FREE = { checked: { status: 'queued', deliveryCode: null }, suppression: null, isSenderRejected: false } as const;
const up = { name: 'carrier', state: 'up', nextTryAt: null, isOptedOut: false } as const;
const down = { ...up, state: 'down', nextTryAt: AT } as const;
const routes = [[up], [down], [{ ...up, state: 'paused' }], [{ ...up, isOptedOut: true }]] as const satisfies [
  RoutedGateway,
  ...RoutedGateway[],
][];
const explain = (changes: Partial<ExplainedMessage>, lastCode: number | null = null) =>
  explainMessage({ ...message, ...changes }, lastCode);

describe('the explanation of a message', () => {
  const ends = SMS_STATUSES.flatMap((status) =>
    [null, ...DELIVERY_CODES.map(({ code }) => code), 999].flatMap((deliveryCode) =>
      [true, false].flatMap((handedOver) =>
        [true, false].flatMap((outcomeUnknown) =>
          [1, 2].map((attempt) =>
            explain({ phase: 'done', status, deliveryCode, handedOver, outcomeUnknown, attempt }),
          ),
        ),
      ),
    ),
  );
  const waits = SMS_PHASES.filter((phase) => phase !== 'done').flatMap((phase) =>
    [null, 407, 999].flatMap((lastCode) =>
      SMS_STATUSES.flatMap((status) =>
        [true, false].flatMap((yes) => {
          const whilePaused = yes ? 'sender_id_rejected' : 'insufficient_credit';
          const whileAtGateway = status === 'held' ? 'risk_review' : null;
          const given = { phase, status, holdReason: phase === 'paused' ? whilePaused : whileAtGateway } as const;
          return [
            explain({ ...given, atLeastOnce: yes }, lastCode),
            explain({ ...given, isCampaignPaused: yes, outage }, lastCode),
            explain({ ...given, isCampaignPaused: yes, unconfiguredGateway: 'carrier' }, lastCode),
            explain({ ...given, validUntil: '2026-11-20T09:00:00Z', nextActionAt: '2026-11-20T09:00:01Z' }, lastCode),
          ];
        }),
      ),
    ),
  );

  const suppressed = SUPPRESSION_SOURCES.flatMap((source) => {
    const blocked = { phase: 'done', status: 'blocked', deliveryCode: 406 } as const;
    return [
      explain({ ...blocked, suppression: { source, at: AT, word: 'STOP', ownNumber: '20880' } }),
      explain({ ...blocked, suppression: { source, at: AT, word: null, ownNumber: null } }),
    ];
  });
  const unsent = routes.flatMap((route) => [
    forecast({ ...FREE, route }).explanation,
    forecast({ ...FREE, route, isSenderRejected: true }).explanation,
  ]);
  const expired = explain({ phase: 'done', status: 'cancelled', expired: true });
  const every = [...waits, ...ends, ...suppressed, ...unsent, expired];

  it('is whole sentences in every phase and for every end', () => {
    for (const { code, cause, rule, next } of every) {
      for (const sentence of [cause, rule, next]) expect(`${code}: ${sentence}`).toMatch(/: [A-Z][^{}]*[^. ]\.?$/);
      expect(`${cause} ${rule}`).not.toMatch(/null|undefined|\( \)| {2}/);
    }
  });

  it('has every code that there is', () => {
    const codes = new Set(every.map(({ code }) => code));
    expect([...codes].toSorted()).toEqual(Object.keys(EXPLANATIONS).toSorted());
  });

  it('can be made of its code and its other fields alone, as translators do', () => {
    for (const { code, cause, rule, next, ...fields } of every) {
      const { suppressedAt } = fields;
      const day = suppressedAt && '27 November 2026';
      const values = {
        ...fields,
        suppressedAt: day,
        ...prefixed('deliveryCode.', fields.deliveryCode ?? {}),
      } as Record<string, unknown>;
      const made = EXPLANATIONS[code].map((text) => text.replace(/\{(.+?)\}/g, (_, name) => String(values[name])));
      expect([cause, rule, next]).toEqual(made);
    }
  });

  it('names the code, its rule and the next attempt while a retry waits', () => {
    const at = '2026-11-20T18:00:00Z';
    expect(explain({ phase: 'waiting_retry', attempt: 1, nextActionAt: at }, 407)).toMatchObject({
      code: 'waiting_for_retry',
      cause: 'Gateway found no delivery route (407 CouldNotRoute).',
      rule: 'Code 407 is tried 2 times, then it is final.',
      next: 'Attempt 2 follows.',
      nextAt: at,
    });
  });

  it('names the gateway that is down and when it is called again, unless the campaign is paused', () => {
    expect(explain({ outage })).toMatchObject({
      code: 'gateway_down',
      cause: 'The gateway carrier takes no messages at the moment.',
      nextAt: outage.nextTryAt,
    });
    expect(explain({ outage, isCampaignPaused: true })).toMatchObject({ code: 'campaign_paused', gateway: null });
    expect(explain({ outage, phase: 'submitting' })).toMatchObject({ code: 'submitting', gateway: null });
  });

  it('names the gateway that is not configured, at which nothing happens by itself, unless the campaign is paused', () => {
    const waits = { unconfiguredGateway: 'carrier', nextActionAt: AT, validUntil: AT };
    for (const phase of ['ready', 'waiting_retry', 'scheduled'] as const) {
      expect(explain({ ...waits, phase }, 407)).toMatchObject({
        code: 'gateway_not_configured',
        cause: 'The gateway carrier that the message waits for is not configured.',
        gateway: 'carrier',
        nextAt: null,
        deliveryCode: null,
        attempt: null,
        attempts: null,
      });
    }
    expect(explain({ ...waits, isCampaignPaused: true })).toMatchObject({ code: 'campaign_paused', gateway: null });
    expect(explain({ ...waits, phase: 'submitting' })).toMatchObject({ code: 'submitting', gateway: null });
  });

  it('tells apart a message that was suppressed before and one that was blocked on its way', () => {
    const before = explain({ phase: 'done', status: 'blocked', deliveryCode: 409 });
    const onItsWay = explain({ phase: 'done', status: 'blocked', deliveryCode: 409, handedOver: true });
    expect(before.cause).toBe(onItsWay.cause);
    expect(before.rule).toContain('never given to a gateway');
    expect(onItsWay.rule).toContain('will not be written to again');
  });

  it('says which promise holds while an answer is lost', () => {
    expect(explain({ phase: 'in_doubt' }).rule).toContain('not sent again');
    expect(explain({ phase: 'in_doubt', atLeastOnce: true }).rule).toContain('may be sent again');
  });

  it('says what a hold waits for', () => {
    expect(explain({ phase: 'paused', status: 'held' }).next).toContain('top-up');
    const rejected = explain({ phase: 'paused', status: 'held', holdReason: 'sender_id_rejected' });
    expect(rejected).toMatchObject({ code: 'waiting_for_approval', next: expect.stringContaining('402') });
    const review = explain({ phase: 'waiting_report', status: 'held', holdReason: 'risk_review' });
    expect(review.cause).toContain('401');
  });

  it('says that a late report can still change what a gateway has, and recommends something for the rest', () => {
    const refused = explain({ phase: 'done', status: 'failed', deliveryCode: 403 });
    expect(refused).toMatchObject({ code: 'refused', next: 'Validate and correct the number.' });
    const failed = explain({ phase: 'done', status: 'failed', deliveryCode: 403, handedOver: true });
    expect(failed).toMatchObject({ code: 'failed_at_gateway', next: expect.stringContaining('late report') });
    const silent = explain({ phase: 'done', status: 'undelivered', deliveryCode: 101, handedOver: true });
    expect(silent.code).toBe('no_report');
  });

  it('says of an answer to a keyword why it was sent, whatever its status', () => {
    const origin = expect.stringContaining('It answers a keyword');
    expect(explain({ isKeywordAnswer: true })).toMatchObject({ code: 'waiting_for_turn', origin });
    expect(explain({ isKeywordAnswer: true, phase: 'done', status: 'delivered' })).toMatchObject({ origin });
    expect(explain({}).origin).toBeNull();
  });

  it('does not name retries that a message which may have left in part did not get', () => {
    const ended = { phase: 'done', status: 'undelivered', deliveryCode: 501, handedOver: true } as const;
    const rule = 'A message that may have left is not sent again, so that nobody gets it twice.';
    expect(explain({ ...ended, attempt: 1 })).toMatchObject({ code: 'failed_at_gateway_without_retry', rule });
    expect(explain({ ...ended, attempt: 2 })).toMatchObject({ code: 'failed_at_gateway_after_retries' });
  });
});

describe('the forecast of a message', () => {
  const gatewayOf = (...route: [RoutedGateway, ...RoutedGateway[]]) => {
    const { status, gateway } = forecast({ ...FREE, route });
    return `${status} ${gateway}`;
  };
  const reserve = { ...up, name: 'reserve' };

  it('leaves a gateway that is down for the next of the route, and waits if all of them are', () => {
    expect(gatewayOf(up, reserve)).toBe('sent carrier');
    expect(gatewayOf(down, reserve)).toBe('sent reserve');
    expect(gatewayOf(down, { ...reserve, state: 'down' })).toBe('queued carrier');
  });

  it('waits for the credit of its gateway, and does not leave it', () => {
    expect(gatewayOf({ ...up, state: 'paused' }, reserve)).toBe('held carrier');
  });

  it('heeds an opt-out at the gateway that gets the message, and at no other', () => {
    expect(gatewayOf({ ...up, isOptedOut: true }, reserve)).toBe('blocked null');
    expect(gatewayOf(up, { ...reserve, isOptedOut: true })).toBe('sent carrier');
    expect(gatewayOf({ ...down, isOptedOut: true }, reserve)).toBe('sent reserve');
  });

  it('knows no time of the next call of a gateway, if nobody has noted it', () => {
    const { explanation } = forecast({ ...FREE, route: [{ ...down, nextTryAt: null }] });
    expect(explanation).toMatchObject({ code: 'gateway_down', gateway: 'carrier', nextAt: null });
  });
});

const prefixed = (prefix: string, object: object) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [prefix + name, value]));

const { candidates, isNamedBy, mask } = findNumber('254711987654');

describe('a number in the words of callers', () => {
  it.each([
    ['254711987654', '[erased]'],
    ['+254 711 987 654', '[erased]'],
    ['+254 (0) 711-987-654', '[erased]'],
    ['(0711) 987 654', '[erased]'],
    ['0711 - 987 - 654', '[erased]'],
    ['00254711987654', '[erased]'],
    ['order-for-254711987654-again', 'order-for-[erased]-again'],
    ['ref_0711987654', 'ref_[erased]'],
    ['tel:+254711987654, or 711 987 654.', 'tel:[erased], or [erased].'],
  ])('is masked where it stands alone: %s', (words, masked) => {
    expect(mask(words)).toBe(masked);
    expect(new RegExp(candidates).test(words)).toBe(true);
  });

  it.each(['tel254711987654', '254711987654b', 'ü254711987654'])(
    'is named, and not masked, beside a letter: %s',
    (words) => {
      expect(mask(words)).toBe(words);
      expect(isNamedBy(words)).toBe(true);
    },
  );

  it.each(['1254711987654', '2547119876541', '254711987655', 'order 711987'])('is not part of another: %s', (words) => {
    expect(mask(words)).toBe(words);
    expect(isNamedBy(words)).toBe(false);
  });

  it('is masked in names and values of metadata, texts and numbers, and nothing else changes', () => {
    const metadata = {
      phone: '+254 711 987 654',
      asNumber: 254711987654,
      nested: [{ '254711987654': 'the same', '0711987654': 'a key', order: 1.5, done: true, none: null }, 711987654],
      other: '254711987655',
    };
    expect(mask(metadata)).toEqual({
      phone: '[erased]',
      asNumber: '[erased]',
      nested: [{ '[erased]': 'the same', '[erased] 2': 'a key', order: 1.5, done: true, none: null }, '[erased]'],
      other: '254711987655',
    });
    expect(mask(JSON.parse('{"__proto__": "254711987654"}'))).toEqual(JSON.parse('{"__proto__": "[erased]"}'));
  });

  it('makes metadata no longer in which many spellings of it are names', () => {
    const signs = ['', '-', '.', '/', ' ', '_', ':', ';'];
    const spellings = signs.flatMap((one) =>
      signs.flatMap((other) => signs.map((third) => `7${one}1${other}1${third}987654`)),
    );
    const metadata = Object.fromEntries(spellings.map((spelling, place) => [spelling, place]));
    const masked = mask(metadata);
    expect(Object.values(masked)).toEqual(Object.values(metadata));
    expect(JSON.stringify(masked).length).toBeLessThan(JSON.stringify(metadata).length * 1.5);
  });

  it('keeps a name of metadata that a masked one would have', () => {
    expect(mask({ '[erased] 2': 'theirs', '254711987654': 1, '0711987654': 2 })).toEqual({
      '[erased]': 1,
      '[erased] 2': 'theirs',
      '[erased] 3': 2,
    });
  });

  it.each(['\t', '\n', '\r\n', '" "'])('is found in the text of JSON, which writes %j otherwise', (signs) => {
    const text = JSON.stringify({ phone: `711${signs}987654` });
    expect(new RegExp(candidates).test(text)).toBe(true);
    expect(isNamedBy(text)).toBe(true);
    expect(mask({ phone: `711${signs}987654` })).toEqual({ phone: '[erased]' });
  });

  it('is named by metadata that holds it beside a letter, which stays the same', () => {
    const metadata = { a: ['tel254711987654'] };
    expect(isNamedBy(metadata)).toBe(true);
    expect(mask(metadata)).toBe(metadata);
    expect(isNamedBy({ a: ['254', '711987654x'], tel254711987654: 1 })).toBe(true);
    expect(isNamedBy({ a: [254, 711], b: '987654' })).toBe(false);
  });
});
