import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OutgoingSms, SmsGateway, SubmitOutcome } from '../../../src/domain/sms/gateway.js';
import { africasTalkingOptions } from '../../../src/gateways/sms/africastalking/options.js';
import { configure, problemsOf } from '../configured.js';
import { never, outgoing } from '../contract-suite.js';
import { type AnswerRequest, answerJson, countUnderWay } from '../http/peer.js';
import { type AfricasTalkingPeer, API_KEY, sentAnswer, startAfricasTalkingPeer, USERNAME } from './peer.js';
import { CALLBACK_TOKEN, callback, createAfricasTalking } from './under-test.js';

const TO = '254711000001';

describe("Africa's Talking", () => {
  let peer: AfricasTalkingPeer;
  let gateway: SmsGateway;

  beforeEach(async () => {
    peer = await startAfricasTalkingPeer();
    gateway = createAfricasTalking({ url: peer.url });
  });

  afterEach(async () => {
    await gateway.stop?.();
    await peer.close();
  });

  function message(number: number, extra: Partial<OutgoingSms> = {}): OutgoingSms {
    return { ...outgoing(String(254_711_000_000 + number)), ...extra };
  }

  async function outcomesOf(messages: readonly OutgoingSms[], from = gateway): Promise<SubmitOutcome['kind'][]> {
    const results = new Map((await from.submit(messages, never())).map((result) => [result.reference, result]));
    return messages.map(({ reference }) => results.get(reference)?.outcome.kind ?? 'unknown');
  }

  async function submitted(answer: AnswerRequest) {
    peer.answerInstead = answer;
    const [result] = await gateway.submit([outgoing(TO)], never());
    return result;
  }

  describe('sends', () => {
    it('sends one text of one sender to many numbers in one call', async () => {
      await outcomesOf(Array.from({ length: 100 }, (_, number) => message(number)));
      expect(peer.sends).toHaveLength(1);
      expect(peer.sends[0]?.numbers).toHaveLength(100);
      expect(peer.sends[0]?.numbers[7]).toBe('+254711000007');
    });

    it('keeps different texts and different senders apart', async () => {
      await outcomesOf([
        message(1, { text: 'Hello Ann' }),
        message(2, { text: 'Hello Bob' }),
        message(3, { text: 'Hello Bob', senderId: null }),
        message(4, { text: 'Hello Bob' }),
      ]);
      const sends = peer.sends.map(({ numbers, from, message: text }) => `${text} of ${from} to ${numbers}`);
      expect(sends.sort()).toEqual([
        'Hello Ann of ACME to +254711000001',
        'Hello Bob of ACME to +254711000002,+254711000004',
        'Hello Bob of undefined to +254711000003',
      ]);
    });

    it('sends the same text to one number in one call each, and does not mix up the answers', async () => {
      const twice = [message(1), message(2), message(1)];
      const results = await gateway.submit(twice, never());
      expect(peer.sends.map(({ numbers }) => numbers.length).sort()).toEqual([1, 2]);
      expect(new Set(results.map(({ providerId }) => providerId)).size).toBe(3);
    });

    it('writes the documented JSON to the newer address', async () => {
      const newer = createAfricasTalking({ url: peer.url, endpoint: 'json' });
      await outcomesOf([message(1), message(2)], newer);
      const [request] = peer.requests;
      expect(request).toMatchObject({ method: 'POST', path: '/version1/messaging/bulk' });
      expect(request?.headers).toMatchObject({ apikey: API_KEY, 'content-type': 'application/json' });
      expect(JSON.parse(request?.body ?? '')).toEqual({
        username: USERNAME,
        phoneNumbers: ['+254711000001', '+254711000002'],
        message: outgoing(TO).text,
        senderId: 'ACME',
      });
    });

    it.each([
      ['form', (body: string) => new URLSearchParams(body).get('enqueue'), '0'],
      ['json', (body: string) => JSON.parse(body).enqueue, false],
    ] as const)('can ask to wait for the networks (%s)', async (endpoint, read, value) => {
      await outcomesOf([message(1)], createAfricasTalking({ url: peer.url, endpoint, enqueue: false }));
      expect(read(peer.requests[0]?.body ?? '')).toBe(value);
    });

    it('has no more calls under way than connections are allowed', async () => {
      const counted = countUnderWay(answerJson(sentAnswer('', []), 201));
      peer.answerInstead = counted.answer;
      const limited = createAfricasTalking({ url: peer.url, max_connections: 2 });
      await outcomesOf(
        Array.from({ length: 9 }, (_, number) => message(number, { text: `Hello ${number}` })),
        limited,
      );
      expect(peer.requests).toHaveLength(9);
      expect(counted.most).toBe(2);
    });
  });

  describe('answers', () => {
    it('gives every number its own outcome, whatever the status of the whole', async () => {
      const codes = [100, 101, 102, 401, 402, 405, 406, 409, 499];
      codes.forEach((code, number) => void peer.statusCodes.set(`+${254_711_000_000 + number}`, code));
      const results = await gateway.submit(
        codes.map((_, number) => message(number)),
        never(),
      );
      expect(results.map(({ outcome, rawCode }) => [rawCode, outcome])).toEqual([
        ['100', { kind: 'accepted' }],
        ['101', { kind: 'accepted' }],
        ['102', { kind: 'queued' }],
        ['401', { kind: 'held' }],
        ['402', { kind: 'rejected', code: 402 }],
        ['405', { kind: 'no_credit', scope: 'account' }],
        ['406', { kind: 'rejected', code: 406 }],
        ['409', { kind: 'rejected', code: 409 }],
        ['499', { kind: 'rejected', code: 500 }],
      ]);
      expect(results.map(({ providerId }) => providerId?.slice(0, 6))).toEqual([
        ...Array.from({ length: 4 }, () => 'ATXid_'),
        ...Array.from({ length: 5 }, () => undefined),
      ]);
      expect(results[4]?.rawReason).toBe('InvalidSenderId');
    });

    it.each<[string, unknown]>([
      ['leaves a number out', [{ statusCode: 101, number: '+254711000002', messageId: 'ATXid_2' }]],
      [
        'names a number twice',
        [
          { statusCode: 101, number: '+254711000001', messageId: 'ATXid_1' },
          { statusCode: 403, number: '+254711000001', messageId: 'None' },
        ],
      ],
      ['has no code for it', [{ number: '+254711000001', status: 'Success', messageId: 'ATXid_1' }]],
      ['has a code in words', [{ number: '+254711000001', statusCode: 'fine' }]],
      ['has no list at all', undefined],
      ['has an empty list', []],
      ['has something else', 'Recipients'],
    ])('does not know what happened when the answer %s', async (_, recipients) => {
      const result = await submitted(
        answerJson({ SMSMessageData: { Message: 'Sent to 1/1', Recipients: recipients } }, 201),
      );
      expect(result).toMatchObject({ outcome: { kind: 'unknown' }, rawCode: 'NO_RESULT' });
    });

    it('reads numbers and codes however they are written', async () => {
      const recipients = [{ statusCode: '101', number: '254 711 000001', messageId: 'ATXid_1' }];
      expect(await submitted(answerJson(sentAnswer('', recipients), 200))).toMatchObject({
        outcome: { kind: 'accepted' },
        providerId: 'ATXid_1',
      });
    });

    it.each<[string, SubmitOutcome]>([
      ['InvalidSenderId', { kind: 'rejected', code: 402 }],
      ['Invalid Sender Id', { kind: 'rejected', code: 402 }],
      ['InsufficientBalance', { kind: 'no_credit', scope: 'account' }],
      ['Sent', { kind: 'unknown' }],
      ['Something else', { kind: 'unknown' }],
    ])('understands "%s" about a whole request', async (words, outcome) => {
      expect(await submitted(answerJson(sentAnswer(words, []), 201))).toMatchObject({ outcome, rawReason: words });
    });

    it.each<[number, SubmitOutcome]>([
      [401, { kind: 'rejected', code: 501, wholeCall: true }],
      [403, { kind: 'rejected', code: 501, wholeCall: true }],
      [404, { kind: 'rejected', code: 501, wholeCall: true }],
      [400, { kind: 'rejected', code: 500, wholeCall: true }],
      [429, { kind: 'throttled', retryAfterMs: 1_000 }],
      [500, { kind: 'unknown' }],
      [502, { kind: 'unknown' }],
      [503, { kind: 'unknown' }],
    ])('understands status %i', async (status, outcome) => {
      expect(await submitted((response) => response.writeHead(status).end('whatever'))).toMatchObject({
        outcome,
        rawCode: `HTTP ${status}`,
      });
      expect(await submitted(answerJson(sentAnswer('whatever', []), status))).toMatchObject({ outcome });
    });
  });

  describe('reports', () => {
    function reported(fields: Record<string, string>) {
      const parsed = gateway.parseReport?.(callback({ id: 'ATXid_1', phoneNumber: `+${TO}`, ...fields }));
      const [{ providerId, ...report } = { providerId: '' }] = parsed?.reports ?? [];
      expect(providerId).toBe('ATXid_1');
      return report;
    }

    it.each(['Sent', 'Submitted', 'Buffered'])('takes %s for a stage on the way', (status) => {
      expect(reported({ status })).toEqual({ outcome: { kind: 'sent' }, rawCode: status });
    });

    it.each(['Success', 'Delivered'])('takes %s for delivered', (status) => {
      expect(reported({ status, retryCount: '2' })).toEqual({ outcome: { kind: 'delivered' }, rawCode: status });
    });

    it.each([
      ['Failed', '', 502, 'Failed'],
      ['Rejected', '', 502, 'Rejected'],
      ['AbsentSubscriber', '', 502, 'AbsentSubscriber'],
      ['Expired', '', 502, 'Expired'],
      ['Failed', 'UserInBlackList', 406, 'Failed UserInBlackList'],
      ['Rejected', 'DoNotDisturbRejection', 409, 'Rejected DoNotDisturbRejection'],
      ['Failed', 'UserDoesNotExist', 403, 'Failed UserDoesNotExist'],
      ['Failed', 'NotNetworkSubcriber', 407, 'Failed NotNetworkSubcriber'],
      ['Failed', 'NotNetworkSubscriber', 407, 'Failed NotNetworkSubscriber'],
      ['Failed', 'UserNotSubscribedToProduct', 404, 'Failed UserNotSubscribedToProduct'],
      ['Failed', 'InvalidLinkId', 501, 'Failed InvalidLinkId'],
      ['Failed', 'InsufficientCredit', 502, 'Failed InsufficientCredit'],
      ['Failed', 'UserIsInactive', 502, 'Failed UserIsInactive'],
      ['Failed', 'Something new', 502, 'Failed Something new'],
    ])('gives %s for the reason "%s" the code %i', (status, failureReason, code, rawCode) => {
      const fields = failureReason === '' ? { status } : { status, failureReason };
      expect(reported(fields)).toEqual({ outcome: { kind: 'failed', code }, rawCode });
    });
  });

  describe('what people send', () => {
    const sent = (fields: Record<string, string>) =>
      gateway.parseReport?.(callback(fields, `${CALLBACK_TOKEN}/messages`));
    const fields = { from: `+${TO}`, to: '20880', text: 'Stop', id: 'AT-1' };

    it.each([
      ['2017-05-03T06:04:45Z', '2017-05-03T06:04:45.000Z'],
      ['2017-05-03 06:04:45', '2017-05-03T06:04:45.000Z'],
    ])('is read with its time, written as %s', (date, sentAt) => {
      const message = { key: 'AT-1', from: `+${TO}`, to: '20880', text: 'Stop', sentAt };
      expect(sent({ ...fields, date })).toEqual({ reports: [], messages: [message] });
    });

    it('may come without a text or a time, and from a name', () => {
      const message = { key: 'AT-2', from: 'MTN', to: '20880', text: '' };
      const answer = sent({ from: 'MTN', to: '20880', id: 'AT-2', date: 'yesterday', linkId: 'x' });
      expect(answer).toEqual({ reports: [], messages: [message] });
    });

    it.each(['from', 'to', 'id'])('is acknowledged without %s, and kept by nobody', (name) => {
      expect(sent({ ...fields, [name]: '' })).toEqual({ reports: [] });
    });
  });

  describe('opt-outs', () => {
    const said = (fields: Record<string, string>) =>
      gateway.parseReport?.(callback(fields, `${CALLBACK_TOKEN}/opt-outs`));

    it.each([
      ['ACME', `+${TO}`, 'ACME'],
      ['20880', TO, '20880'],
      // A plus that was not escaped is a space in a form.
      ['Acme_Ltd*', ` ${TO}`, 'Acme_Ltd*'],
      ['', `+${TO}`, null],
    ])('tells that nobody may write as "%s" to %s', (senderId, phoneNumber, expected) => {
      expect(said({ senderId, phoneNumber })).toEqual({ reports: [], optOuts: [{ mobile: TO, senderId: expected }] });
    });

    it('takes one without a sender for one from every sender', () => {
      expect(said({ phoneNumber: `+${TO}` })?.optOuts).toEqual([{ mobile: TO, senderId: null }]);
    });

    it.each<[string, Record<string, string>]>([
      ['no number', { senderId: 'ACME' }],
      ['an empty number', { senderId: 'ACME', phoneNumber: '' }],
      ['words for a number', { senderId: 'ACME', phoneNumber: 'all of them' }],
      ['two numbers', { senderId: 'ACME', phoneNumber: `+${TO},+254711000002` }],
      ['a landline', { senderId: 'ACME', phoneNumber: '+254202000000' }],
      ['a sender that is no text', { senderId: 'A\0CME', phoneNumber: `+${TO}` }],
      ['a sender without an end', { senderId: 'A'.repeat(10_000), phoneNumber: `+${TO}` }],
    ])('acknowledges one with %s, which changes nothing', (_, fields) => {
      expect(said(fields)).toEqual({ reports: [] });
    });

    it('are no delivery reports, and those are no opt-outs', () => {
      const fields = { id: 'ATXid_1', status: 'Success', senderId: 'ACME', phoneNumber: `+${TO}` };
      expect(said(fields)?.reports).toEqual([]);
      expect(gateway.parseReport?.(callback(fields))).toEqual({
        reports: [{ providerId: 'ATXid_1', outcome: { kind: 'delivered' }, rawCode: 'Success' }],
      });
    });
  });

  describe('addresses of callers', () => {
    const report = (remoteAddress: string, options: Record<string, unknown>, path?: string) =>
      createAfricasTalking(options).parseReport?.(callback({ id: '1', status: 'Success' }, path, remoteAddress));
    const known = { callback_addresses: ['192.0.2.0/24', '2001:db8::7'] };

    it.each(['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207', '2001:db8::7', '2001:db8:0::0:7'])(
      'takes a callback from %s, which is on the list',
      (address) => {
        expect(report(address, known)?.reports).toHaveLength(1);
      },
    );

    it.each(['192.0.3.7', '::ffff:192.0.3.7', '2001:db8::8', 'c000:207::', '127.0.0.1', 'unknown', '192.0.2', ''])(
      'refuses one from "%s", which is not',
      (address) => {
        expect(report(address, known)).toBeNull();
        expect(report(address, known, `${CALLBACK_TOKEN}/opt-outs`)).toBeNull();
      },
    );

    it('asks for the token as well', () => {
      expect(report('192.0.2.7', known, 'another-token-altogether/delivery-reports')).toBeNull();
    });

    it('may be any when there is no list', () => {
      expect(report('203.0.113.9', {})?.reports).toHaveLength(1);
    });
  });

  describe('balance', () => {
    it.each([
      [{ UserData: { balance: 'KES 1785.50' } }, 1_785.5],
      [{ userData: { balance: 'NGN 12,345,678.90' } }, 12_345_678.9],
      [{ UserData: { balance: 'KES -3' } }, -3],
      [{ UserData: { balance: 'KES 0.0000' } }, 0],
      [{ UserData: { balance: 'plenty' } }, null],
      [{ UserData: {} }, null],
      [{}, null],
    ])('reads %j as %p', async (balance, expected) => {
      peer.balance = balance;
      expect(await gateway.balance?.(never())).toBe(expected);
    });

    it('cannot tell when it is refused', async () => {
      const stranger = createAfricasTalking({ url: peer.url, api_key: 'guessed' });
      expect(await stranger.balance?.(never())).toBeNull();
    });
  });

  describe('options', () => {
    const options = { username: USERNAME, api_key: API_KEY, callback_token: CALLBACK_TOKEN };
    const entryOf = (extra: Record<string, unknown>) => ({
      gateways: [{ name: 'at', kind: 'africastalking', options: { ...options, ...extra } }],
    });

    it('claims nothing that Africa’s Talking cannot do', () => {
      expect(configure(entryOf({})).gateways.get('at')?.gateway.capabilities).toEqual({
        idempotentReference: false,
        lookup: null,
        reportsCarryReference: false,
      });
    });

    it.each([
      [{}, 'https://api.africastalking.com'],
      [{ sandbox: true }, 'https://api.sandbox.africastalking.com'],
      [{ sandbox: true, url: 'http://127.0.0.1:9/at/' }, 'http://127.0.0.1:9/at'],
    ])('with %j calls %s', (extra, url) => {
      expect(africasTalkingOptions.parse({ ...options, ...extra }).baseUrl).toBe(url);
    });

    it.each([
      [{ api_key: undefined }, 'needs either "api_key" or "api_key_file"'],
      [{ callback_token: undefined }, 'needs either "callback_token" or "callback_token_file"'],
      [{ callback_token: 'short' }, 'must have 16 to 100'],
      [{ callback_token: 'sixteen/characters' }, 'must have 16 to 100'],
      [{ endpoint: 'xml' }, 'Invalid option'],
      [{ sandbox: true, endpoint: 'json' }, 'the sandbox has only the endpoint "form"'],
      [{ callback_addresses: '192.0.2.7' }, 'callback_addresses: must be of the type array'],
      [{ callback_addresses: [] }, 'callback_addresses: must name at least one address'],
      [{ callback_addresses: ['192.0.2.7', 'localhost'] }, 'callback_addresses[1]: must be an address such as'],
      [{ from: 'ACME' }, 'Unrecognized key'],
    ])('refuses %p', (extra, complaint) => {
      expect(problemsOf(entryOf(extra))).toEqual([expect.stringContaining(complaint)]);
    });
  });
});
