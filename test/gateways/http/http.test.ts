import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OutgoingSms, SmsGateway, SubmitOutcome } from '../../../src/domain/sms/gateway.js';
import { createHttpGateway } from '../../../src/gateways/sms/http/gateway.js';
import { httpGatewayOptions } from '../../../src/gateways/sms/http/options.js';
import {
  describeGatewayContract,
  type GatewayUnderTest,
  never,
  outgoing,
  REJECTION_CODES,
  type Situation,
} from '../contract-suite.js';
import { type AnswerRequest, answerJson, type HttpPeer, signedCallback, startHttpPeer } from './peer.js';

const SECRET = 'a secret of the two of us';
const TO = '254711000001';

function createGateway(url: string, capabilities: Record<string, unknown> = {}): SmsGateway {
  return createHttpGateway('partner', httpGatewayOptions.parse({ url, secret: SECRET, capabilities }));
}

interface WireResult {
  readonly reference?: string;
  readonly result: string;
  readonly [field: string]: unknown;
}

/** Gives every message of the request the same result. */
function answerEach(result: WireResult, count = Number.POSITIVE_INFINITY): AnswerRequest {
  return (response, { body }) => {
    const { messages } = JSON.parse(body) as { messages: { reference: string }[] };
    const results = messages.slice(0, count).map(({ reference }) => ({
      reference,
      provider_id: `id-${reference}`,
      ...result,
    }));
    response.end(JSON.stringify({ results }));
  };
}

const ANSWERS: Partial<Record<Situation, AnswerRequest>> = {
  ...Object.fromEntries(
    REJECTION_CODES.map((code) => [`rejected_${code}`, answerEach({ result: 'rejected', delivery_code: code })]),
  ),
  queued: answerEach({ result: 'queued' }),
  held: answerEach({ result: 'held' }),
  no_credit: answerEach({ result: 'no_credit' }),
  throttled: answerEach({ result: 'throttled', retry_after_ms: 250 }),
  unknown_code: answerEach({ result: 'rejected', delivery_code: 408 }),
  no_answer: () => undefined,
  connection_dropped: (response) => response.destroy(),
  garbage_answer: (response) => response.end('<html>all is well</html>'),
  half_an_answer: answerEach({ result: 'accepted' }, 1),
  quotes_the_message: answerEach({
    result: 'rejected',
    delivery_code: 403,
    raw_code: `BAD ${TO}`,
    raw_reason: `cannot reach ${TO} with "493817, keep it to yourself" signed by ${SECRET}`,
  }),
};

async function httpUnderTest(): Promise<GatewayUnderTest> {
  const peer = await startHttpPeer();
  let report: Record<string, unknown>[] = [];
  const gateway = createGateway(peer.url, { reports_carry_reference: true });
  const signed = (body: unknown) => signedCallback(JSON.stringify(body), SECRET);
  const authentic = signed({ reports: [] });
  return {
    gateway,
    async arrange(situation) {
      peer.answer = ANSWERS[situation] ?? answerEach({ result: 'accepted' });
      report = situation === 'reports_failed' ? [{ status: 'failed', delivery_code: 502 }] : [{ status: 'delivered' }];
      if (situation === 'reports_twice') report = [...report, ...report];
      if (situation === 'nobody_listens') await peer.close();
      return TO;
    },
    received: () => peer.requests.flatMap(({ body }) => (JSON.parse(body) as { messages: unknown[] }).messages).length,
    async reportsOn({ reference }: OutgoingSms) {
      const callback = signed({ reports: report.map((entry) => ({ reference, ...entry })) });
      return gateway.parseReport?.(callback)?.reports ?? [];
    },
    forgedCallbacks: [
      signedCallback('{"reports":[]}', 'another secret altogether'),
      signedCallback('{"reports":[]}', SECRET, Date.now() - 301_000),
      // A slow machine checks it a while later.
      signedCallback('{"reports":[]}', SECRET, Date.now() + 400_000),
      { ...authentic, method: 'GET' },
      { ...authentic, headers: {} },
      { ...authentic, headers: { ...authentic.headers, 'x-postrider-timestamp': '1' } },
      { ...authentic, headers: { ...authentic.headers, 'x-postrider-signature': 'v1=é' } },
      { ...authentic, rawBody: Buffer.from('{"reports": []}') },
    ],
    garbageCallbacks: [
      signedCallback('', SECRET),
      signedCallback('{"reports":', SECRET),
      signedCallback('\u0000', SECRET),
      ...[null, 7, [], {}, { reports: {} }, { reports: [null, 3, {}, { reference: 'x' }] }].map(signed),
      signed({ reports: [{ status: 'delivered' }, { reference: 'x', status: 'teleported' }] }),
      signed({ reports: Array.from({ length: 1_001 }, () => ({ reference: 'x', status: 'delivered' })) }),
    ],
    secrets: [SECRET],
    close: () => peer.close(),
  };
}

describeGatewayContract('The HTTP gateway', [], httpUnderTest);

describe('The HTTP gateway', () => {
  let peer: HttpPeer;
  let gateway: SmsGateway;

  beforeEach(async () => {
    peer = await startHttpPeer();
    gateway = createGateway(`${peer.url}/v2/`, { lookup_settle_seconds: 30 });
  });

  afterEach(async () => {
    await gateway.stop?.();
    await peer.close();
  });

  async function outcomeOf(answer: AnswerRequest): Promise<SubmitOutcome | undefined> {
    peer.answer = answer;
    const [result] = await gateway.submit([outgoing(TO)], never());
    return result?.outcome;
  }

  it('sends a signed batch in the documented form', async () => {
    peer.answer = answerEach({ result: 'accepted' });
    const message = outgoing(TO, 2);
    await gateway.submit([message], never());
    const [request] = peer.requests;
    expect([request?.method, request?.path]).toEqual(['POST', '/v2/messages']);
    const { reference, to, text } = message;
    expect(JSON.parse(request?.body ?? '')).toEqual({
      messages: [{ reference, to, text, sender_id: 'ACME', segments: 1, attempt: 2 }],
    });
    const timestamp = String(request?.headers['x-postrider-timestamp']);
    const expected = createHmac('sha256', SECRET).update(`${timestamp}.${request?.body}`).digest('hex');
    expect(request?.headers['x-postrider-signature']).toBe(`v1=${expected}`);
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60);
  });

  it.each([
    [400, { kind: 'rejected', code: 500, wholeCall: true }],
    [413, { kind: 'rejected', code: 500, wholeCall: true }],
    [422, { kind: 'rejected', code: 500, wholeCall: true }],
    [401, { kind: 'rejected', code: 501, wholeCall: true }],
    [403, { kind: 'rejected', code: 501, wholeCall: true }],
    [404, { kind: 'rejected', code: 501, wholeCall: true }],
    [408, { kind: 'unknown' }],
    [500, { kind: 'unknown' }],
    [502, { kind: 'unknown' }],
    [503, { kind: 'unknown' }],
    [504, { kind: 'unknown' }],
    [429, { kind: 'throttled', retryAfterMs: 1_000 }],
  ])('understands status %i without looking at the body', async (status, outcome) => {
    expect(await outcomeOf(answerJson({ results: [] }, status))).toEqual(outcome);
  });

  it.each([429, 503])('waits as long as a %i asks for', async (status) => {
    expect(await outcomeOf(answerJson({}, status, { 'retry-after': '7' }))).toEqual({
      kind: 'throttled',
      retryAfterMs: 7_000,
    });
  });

  it('does not follow a redirect', async () => {
    const moved = answerJson({}, 307, { location: `${peer.url}/elsewhere` });
    expect(await outcomeOf(moved)).toEqual({ kind: 'rejected', code: 501, wholeCall: true });
    expect(peer.requests).toHaveLength(1);
  });

  it.each<[string, AnswerRequest]>([
    [
      'larger than a mebibyte',
      (response) => response.end(JSON.stringify({ results: [], padding: 'x'.repeat(1 << 20) })),
    ],
    [
      'cut short',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"results":[]}', () => response.destroy());
      },
    ],
    ['empty', (response) => response.end()],
    ['of another shape', answerJson({ results: {} })],
    ['with an unknown word', answerEach({ result: 'probably' })],
    ['about other messages', answerEach({ result: 'accepted', reference: 'somebody-else' })],
  ])('does not know what happened when the answer is %s', async (_, answer) => {
    expect(await outcomeOf(answer)).toEqual({ kind: 'unknown' });
  });

  it('believes neither of two answers for one message', async () => {
    const message = outgoing(TO);
    const entry = (result: string) => ({ reference: message.reference, result });
    peer.answer = answerJson({ results: [entry('rejected'), entry('accepted')] });
    expect(await gateway.submit([message], never())).toMatchObject([{ outcome: { kind: 'unknown' } }]);
  });

  it('reads the good results beside a broken one', async () => {
    const messages = [outgoing(TO), outgoing(TO)];
    peer.answer = answerJson({
      results: [{ reference: messages[0]?.reference }, { reference: messages[1]?.reference, result: 'accepted' }],
    });
    const results = await gateway.submit(messages, never());
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['unknown', 'accepted']);
  });

  it.each([
    [401, { kind: 'held' }],
    [405, { kind: 'no_credit', scope: 'account' }],
    [100, { kind: 'rejected', code: 500 }],
    [undefined, { kind: 'rejected', code: 500 }],
  ])('understands a rejection with code %p', async (code, outcome) => {
    expect(await outcomeOf(answerEach({ result: 'rejected', delivery_code: code }))).toEqual(outcome);
  });

  it.each([
    [{ delivery_code: 408 }, '408'],
    [{ delivery_code: 100 }, '100'],
    [{ delivery_code: 408, raw_code: 'E-17' }, 'E-17'],
    [{ delivery_code: 404 }, undefined],
  ])('keeps the code of a rejection with %p that is not its delivery code', async (words, rawCode) => {
    peer.answer = answerEach({ result: 'rejected', ...words });
    const [result] = await gateway.submit([outgoing(TO)], never());
    expect(result?.rawCode).toBe(rawCode);
  });

  it('does not know what happened when a kept connection turns out dead, and does not send again by itself', async () => {
    await outcomeOf(answerEach({ result: 'accepted' }));
    expect(await outcomeOf((response) => response.socket?.resetAndDestroy())).toEqual({ kind: 'unknown' });
    expect(peer.requests).toHaveLength(2);
  });

  it.each(['http://nowhere.invalid', 'http://127.0.0.1:9'])('knows that nothing reached %s', async (url) => {
    const results = await createGateway(url).submit([outgoing(TO)], never());
    expect(results).toMatchObject([{ outcome: { kind: 'not_sent' } }]);
  });

  it('waits for answers under way before it stops', async () => {
    let release = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      peer.answer = (response, request) => {
        release = () => answerEach({ result: 'accepted' })(response, request);
        resolve();
      };
    });
    const submitted = gateway.submit([outgoing(TO)], never());
    await asked;
    const order: string[] = [];
    const stopped = gateway.stop?.().then(() => order.push('stopped'));
    release();
    const [result] = await submitted.finally(() => order.push('answered'));
    await stopped;
    expect(result?.outcome).toEqual({ kind: 'accepted' });
    expect(order.sort()).toEqual(['answered', 'stopped']);
  });

  it('tells found, not found and cannot tell apart in a look-up', async () => {
    peer.answer = answerJson({
      results: [
        { reference: 'a', result: 'accepted', provider_id: '17' },
        { reference: 'b', result: null },
        { reference: 'd', result: 'throttled' },
      ],
    });
    expect(gateway.capabilities.lookup).toEqual({ settleSeconds: 30 });
    expect(await gateway.lookup?.(['a', 'b', 'c', 'd'], never())).toEqual([
      { reference: 'a', outcome: { kind: 'accepted' }, providerId: '17' },
      { reference: 'b', outcome: null },
    ]);
    expect(peer.requests[0]).toMatchObject({ path: '/v2/lookup', body: '{"references":["a","b","c","d"]}' });
  });

  it.each<[string, AnswerRequest]>([
    ['fails', answerJson({ results: [{ reference: 'a', result: null }] }, 500)],
    ['is lost', (response) => response.destroy()],
  ])('learns nothing from a look-up that %s', async (_, answer) => {
    peer.answer = answer;
    expect(await gateway.lookup?.(['a'], never())).toEqual([]);
  });

  it('has no look-up unless the gateway has one', () => {
    expect(createGateway(peer.url).lookup).toBeUndefined();
  });

  it.each<[AnswerRequest, number | null]>([
    [answerJson({ balance: 12.5 }), 12.5],
    [answerJson({ balance: 'much' }), null],
    [answerJson({ balance: 12.5 }, 404), null],
    [(response) => response.destroy(), null],
  ])('asks for the balance and takes silence for "cannot tell" (%#)', async (answer, balance) => {
    peer.answer = answer;
    expect(await gateway.balance?.(never())).toBe(balance);
  });

  it('reads the good reports beside broken ones and says how many it took', () => {
    const broken = [{ status: 'sent' }, { provider_id: 'nobody can keep \0', status: 'sent' }];
    const body = { reports: [{ provider_id: '17', status: 'failed', raw_code: 'X1' }, ...broken] };
    expect(gateway.parseReport?.(signedCallback(JSON.stringify(body), SECRET))).toEqual({
      reports: [{ providerId: '17', outcome: { kind: 'failed', code: 502 }, rawCode: 'X1' }],
      messages: [],
      answer: { status: 200, body: '{"accepted":1,"ignored":2}', contentType: 'application/json' },
    });
  });

  it('reads what people have sent, beside reports or alone', () => {
    const messages = [
      { id: 'm1', from: '+254 711 000 001', to: '20880', text: 'Stop', sent_at: '2026-11-20T12:00:00+03:00' },
      { id: 'm2', from: 'MTN', to: '20880', text: '', sent_at: 'yesterday' },
      { id: 'm3', from: '254711000001', to: '20880' },
    ];
    expect(gateway.parseReport?.(signedCallback(JSON.stringify({ messages }), SECRET))).toEqual({
      reports: [],
      messages: [
        { key: 'm1', from: '+254 711 000 001', to: '20880', text: 'Stop', sentAt: '2026-11-20T12:00:00+03:00' },
        { key: 'm2', from: 'MTN', to: '20880', text: '' },
      ],
      answer: { status: 200, body: '{"accepted":2,"ignored":1}', contentType: 'application/json' },
    });
    expect(gateway.parseReport?.(signedCallback('{}', SECRET))).toBeNull();
  });

  it.each([
    ['longer than the inbox keeps', 'm'.repeat(201)],
    ['that PostgreSQL cannot store', 'm\0'],
  ])('loses nothing that people have sent under an id %s', (_, id) => {
    const message = { from: '254711000001', to: '20880', text: 'Stop' };
    const callback = signedCallback(JSON.stringify({ messages: [{ id, ...message }] }), SECRET);
    expect(gateway.parseReport?.(callback)).toMatchObject({
      messages: [{ key: id, ...message }],
      answer: { body: '{"accepted":1,"ignored":0}' },
    });
  });

  it('reads parts of what people have sent, and as a text of its own a part that finds no others', () => {
    const parts = [{ reference: 7, total: 2, number: 1 }, { reference: 7, total: 2, number: 3 }, 'first'];
    const addresses = { from: '254711000001', to: '20880' };
    const messages = parts.map((part, place) => ({ id: `m${place}`, ...addresses, text: 'Hi', part }));
    const octets = Buffer.from([0, 0x48, 0, 0x69]);
    expect(gateway.parseReport?.(signedCallback(JSON.stringify({ messages }), SECRET))?.messages).toEqual([
      {
        key: 'm0',
        ...addresses,
        text: 'Hi',
        part: { reference: 7, total: 2, number: 1, alphabet: 'ucs2', octets },
      },
      { key: 'm1', ...addresses, text: 'Hi', incomplete: true },
      { key: 'm2', ...addresses, text: 'Hi', incomplete: true },
    ]);
  });

  it('takes a thousand reports in a call, and says of more that they are too many, not that they are forged', () => {
    const reports = Array.from({ length: 1_001 }, () => ({ reference: 'x', status: 'delivered' }));
    const callback = (count: number) => signedCallback(JSON.stringify({ reports: reports.slice(0, count) }), SECRET);
    expect(gateway.parseReport?.(callback(1_000))?.reports).toHaveLength(1_000);
    expect(gateway.parseReport?.(callback(1_001))).toEqual({
      reports: [],
      answer: {
        status: 413,
        body: '{"detail":"A call may have at most 1000 reports. None of these was stored.","code":"body_too_large"}',
        contentType: 'application/json',
      },
    });
  });
});
