import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  CallbackRequest,
  OutgoingSms,
  SmsGateway,
  SubmitOutcome,
  SubmitResult,
} from '../../../src/domain/sms/gateway.js';
import { configure, problemsOf } from '../configured.js';
import { never, outgoing } from '../contract-suite.js';
import { type AnswerRequest, answerJson, countUnderWay } from '../http/peer.js';
import { CALLBACK_URL, called, createKannel } from './options.js';
import { filledIn, type KannelPeer, type KannelWords, parametersOf, startKannelPeer, USER } from './peer.js';

const TO = '254711000001';
const RECEIPT = 'id:739901 sub:001 dlvrd:000 submit date:2611202000 done date:2611202001';

describe('The Kannel gateway', () => {
  let peer: KannelPeer;
  let gateway: SmsGateway;

  beforeEach(async () => {
    peer = await startKannelPeer();
    gateway = create();
  });

  afterEach(async () => {
    await gateway.stop?.();
    await peer.close();
  });

  function create(extra: Record<string, unknown> = {}): SmsGateway {
    return createKannel({ url: peer.url, ...USER, ...extra });
  }

  async function submitted(answer: KannelWords | AnswerRequest): Promise<SubmitResult | undefined> {
    peer.answer = answer;
    const [result] = await gateway.submit([outgoing(TO)], never());
    return result;
  }

  async function sent(message: OutgoingSms, from = gateway): Promise<Record<string, string>> {
    await from.submit([message], never());
    return parametersOf(peer.requests.at(-1) ?? { path: '' });
  }

  describe('sends', () => {
    it('asks for each message on its own, with an address for its reports', async () => {
      const message = outgoing(TO);
      const { 'dlr-url': dlrUrl, ...parameters } = await sent(message);
      expect(parameters).toEqual({
        ...USER,
        to: `+${TO}`,
        from: 'ACME',
        text: message.text,
        charset: 'UTF-8',
        coding: '0',
        'dlr-mask': '31',
      });
      expect(dlrUrl).toMatch(`${CALLBACK_URL}?r=${message.reference}&p=`);
      expect(dlrUrl).toMatch(/&p=[\w-]{22}&d=%d&a=%A$/);
      expect(peer.requests.map(({ method }) => method)).toEqual(['GET']);
    });

    it.each([
      ['Grüße für 5 €, [ñ]', '0'],
      ['Привет', '2'],
      ['ok 👍', '2'],
    ])('asks for the coding that "%s" needs', async (text, coding) => {
      expect(await sent({ ...outgoing(TO), text })).toMatchObject({ text, coding });
    });

    it('passes on what the options say, and leaves out what they do not', async () => {
      const silent = create({ smsc: 'east', dlr_mask: 0, plus_sign: false });
      expect(Object.keys(await sent({ ...outgoing(TO), senderId: null })).sort()).not.toContain('from');
      expect(await sent({ ...outgoing(TO), senderId: null }, silent)).toEqual({
        ...USER,
        to: TO,
        text: outgoing(TO).text,
        charset: 'UTF-8',
        coding: '0',
        smsc: 'east',
      });
    });

    it('has no more calls under way than connections are allowed', async () => {
      const counted = countUnderWay(answer(202, '0: Accepted for delivery'));
      peer.answer = counted.answer;
      const limited = create({ max_connections: 3 });
      const batch = () => Array.from({ length: 10 }, () => outgoing(TO));
      await Promise.all([limited.submit(batch(), never()), limited.submit(batch(), never())]);
      expect(peer.requests).toHaveLength(20);
      expect(counted.most).toBe(3);
    });

    it('sends nothing more of a batch once its time is over', async () => {
      peer.answer = () => undefined;
      const limited = create({ max_connections: 2 });
      const batch = Array.from({ length: 5 }, () => outgoing(TO));
      const results = await limited.submit(batch, AbortSignal.timeout(200));
      const kinds = results.map(({ outcome }) => outcome.kind);
      expect(kinds.sort()).toEqual(['not_sent', 'not_sent', 'not_sent', 'unknown', 'unknown']);
      expect(peer.requests).toHaveLength(2);
    });
  });

  describe('answers', () => {
    it.each<[KannelWords, SubmitOutcome]>([
      ['accepted', { kind: 'accepted' }],
      ['queued', { kind: 'queued' }],
      ['sentAtOnce', { kind: 'queued' }],
      ['sentInParts', { kind: 'queued' }],
      ['unauthorised', { kind: 'rejected', code: 501 }],
      ['unknownRequest', { kind: 'rejected', code: 501, wholeCall: true }],
      ['notRoutable', { kind: 'rejected', code: 407 }],
      ['temporalFailure', { kind: 'throttled', retryAfterMs: 5_000 }],
      ['noReceiver', { kind: 'rejected', code: 403 }],
      ['emptyReceiver', { kind: 'rejected', code: 403 }],
      ['denied', { kind: 'rejected', code: 404 }],
      ['noSender', { kind: 'rejected', code: 402 }],
      ['badCoding', { kind: 'rejected', code: 500, wholeCall: true }],
      ['failed', { kind: 'unknown' }],
    ])('understands "%s"', async (words, outcome) => {
      expect((await submitted(words))?.outcome).toEqual(outcome);
    });

    it('keeps the words of a refusal', async () => {
      expect(await submitted('notRoutable')).toMatchObject({
        rawCode: 'HTTP 403',
        rawReason: 'Not routable. Do not try again.',
      });
    });

    it('sees through padding', async () => {
      const padded: AnswerRequest = (response) => response.writeHead(403).end('Not routable. Do not try again.\0  \n');
      expect((await submitted(padded))?.outcome).toEqual({ kind: 'rejected', code: 407 });
    });

    it.each<[string, AnswerRequest, SubmitOutcome]>([
      ['success without words', (response) => response.writeHead(202).end(), { kind: 'unknown' }],
      ['the words of success on a failure', answer(500, '0: Accepted for delivery'), { kind: 'unknown' }],
      ["a proxy's 503", answer(503, '<html>try later</html>'), { kind: 'unknown' }],
      ["a proxy's 502", answer(502, 'Temporarily out'), { kind: 'unknown' }],
      ["a proxy's 403", answer(403, '<html>no</html>'), { kind: 'rejected', code: 501, wholeCall: true }],
      ["a proxy's 429", answerJson({}, 429, { 'retry-after': '7' }), { kind: 'throttled', retryAfterMs: 7_000 }],
      ['a redirect', answerJson({}, 301, { location: '/elsewhere' }), { kind: 'rejected', code: 501, wholeCall: true }],
    ])('understands %s', async (_, given, outcome) => {
      expect((await submitted(given))?.outcome).toEqual(outcome);
    });
  });

  describe('what people send', () => {
    const token = 'a token of sixteen characters';
    const address = `${CALLBACK_URL}/inbound/${encodeURIComponent(token)}`;
    const heard = (query: Record<string, string>, request: Partial<CallbackRequest> = {}) =>
      create({ inbound_token: token }).parseReport?.({
        ...called(address, 'POST'),
        query: { id: 'k1', from: '+254711000001', to: '20880', coding: '0', udh: '', ...query },
        ...request,
      });
    const posted = (type: string, rawBody: Buffer, query: Record<string, string> = {}) =>
      heard(query, { method: 'POST', path: `inbound/${token}`, headers: { 'content-type': type }, rawBody })?.messages;
    const message = { key: 'k1', from: '+254711000001', to: '20880' };

    it.each([
      ['text/plain; charset="UTF-8"', Buffer.from('Stop é'), '0', 'Stop é'],
      ['text/plain; charset="UTF-16BE"', Buffer.from('Стоп 😡', 'utf16le').swap16(), '2', 'Стоп 😡'],
      ['application/octet-stream', Buffer.from([1, 2, 255]), '1', null],
      ['text/plain', Buffer.alloc(0), '0', ''],
    ])('is the body of a post of the type %s', (type, body, coding, text) => {
      expect(posted(type, body, { coding })).toEqual([{ ...message, text }]);
    });

    it('may be in the address of a get, and says if it is a part that stayed alone', () => {
      const get = { method: 'GET', path: `inbound/${token}` };
      expect(heard({ text: 'Hi' }, get)?.messages).toEqual([{ ...message, text: 'Hi' }]);
      const part = heard({ text: 'Hi', udh: '\u0005\u0000\u0003\uFFFD\u0002\u0001' }, get)?.messages;
      expect(part).toEqual([{ ...message, text: 'Hi', incomplete: true }]);
      // Of a parameter that is no UTF-8 nothing is decoded.
      const undecoded = heard({ text: 'Hi', udh: '%05%00%03%AB%02%01' }, get)?.messages;
      expect(undecoded).toEqual([{ ...message, text: 'Hi', incomplete: true }]);
      expect(heard({ text: 'Hi', udh: '%03%25%01%AB' }, get)?.messages).toEqual([{ ...message, text: 'Hi' }]);
    });

    it('is refused without the token, without an id, and if no token was chosen', () => {
      expect(heard({}, { path: 'inbound/another' })).toBeNull();
      expect(heard({}, { path: `inbound/${token}/more` })).toBeNull();
      expect(heard({ id: '' }, { path: `inbound/${token}` })).toBeNull();
      expect(gateway.parseReport?.(called(`${CALLBACK_URL}/inbound/`, 'POST'))).toBeNull();
    });
  });

  describe('reports', () => {
    async function reported(mask: number, words: string) {
      const message = outgoing(TO);
      const { 'dlr-url': dlrUrl = '' } = await sent(message);
      const parsed = gateway.parseReport?.(called(filledIn(dlrUrl, mask, words)));
      const [{ reference, ...report } = { reference: undefined }] = parsed?.reports ?? [];
      expect(reference).toBe(message.reference);
      return report;
    }

    const failed = (code: number) => ({ kind: 'failed', code });

    it.each([
      [8, 'ACK/', { outcome: { kind: 'sent' } }],
      [1, '', { outcome: { kind: 'delivered' } }],
      [1, `${RECEIPT} stat:DELIVRD err:000 text:Your code`, { outcome: { kind: 'delivered' } }],
      [9, '', { outcome: { kind: 'delivered' } }],
      [4, `${RECEIPT} stat:ENROUTE err:000`, { outcome: { kind: 'sent' } }],
      [2, `${RECEIPT} stat:UNDELIV err:000`, { outcome: failed(502), rawCode: 'UNDELIV' }],
      [2, `${RECEIPT} stat:UNDELIV err:005`, { outcome: failed(403), rawCode: 'UNDELIV 005' }],
      [2, `${RECEIPT} stat:DELETED err:000`, { outcome: failed(502), rawCode: 'DELETED' }],
      [2, `${RECEIPT} stat:REJECTD err:000`, { outcome: failed(502), rawCode: 'REJECTD' }],
      [2, `${RECEIPT} stat:UNKNOWN err:000`, { outcome: { kind: 'sent' }, rawCode: 'UNKNOWN' }],
      [34, `${RECEIPT} stat:EXPIRED err:000`, { outcome: failed(502), rawCode: 'EXPIRED' }],
      [32, '', { outcome: failed(502) }],
      [2, '', { outcome: failed(502) }],
      [2, `${RECEIPT} text:stat:UNKNOWN`, { outcome: failed(502) }],
      [2, `${RECEIPT} stat:DELIVRD`, { outcome: failed(502) }],
    ])('understands mask %i with "%s"', async (mask, words, report) => {
      expect(await reported(mask, words)).toEqual(report);
    });

    it.each([
      ['NACK/no SMSC', 407, 'NACK no SMSC'],
      ['NACK/Retries Exceeded', 501, 'NACK Retries Exceeded'],
      ['NACK/MALFORMED SMS', 500, 'NACK MALFORMED SMS'],
      ['NACK/0x00000045/Submit failed', 407, 'ESME_RSUBMITFAIL'],
      ['NACK/0x0000000b/Invalid Destination Address', 403, 'ESME_RINVDSTADR'],
      ['NACK/0x0000000a/Invalid Source Address', 402, 'ESME_RINVSRCADR'],
      ['NACK/0x00000401/vendor', 502, '0x401'],
      ['NACK/0x00007777/nobody knows', 500, '0x7777'],
      ['NACK/your code 4938 offends us', 502, 'NACK'],
      ['constructor', 502, 'NACK'],
      ['', 502, 'NACK'],
    ])('understands the refusal "%s"', async (words, code, rawCode) => {
      expect(await reported(16, words)).toEqual({ outcome: failed(code), rawCode });
    });

    it('believes a refusal before the success of having been tried', async () => {
      expect(await reported(24, 'NACK/no SMSC')).toMatchObject({ outcome: failed(407) });
    });

    it('survives percent signs in its own address', async () => {
      const odd = `${CALLBACK_URL}/a%20b`;
      const { 'dlr-url': dlrUrl = '' } = await sent(outgoing(TO), create({ callback_url: odd }));
      expect(filledIn(dlrUrl, 1, '')).toMatch(`${odd}?r=`);
    });

    it('fits the address for reports into the 255 characters that Kannel keeps', async () => {
      const longest = `https://sms.example.org/${'a'.repeat(136)}`;
      const { 'dlr-url': dlrUrl = '' } = await sent(outgoing(TO), create({ callback_url: longest }));
      expect(longest).toHaveLength(160);
      expect(dlrUrl.length).toBeLessThanOrEqual(255);
    });
  });

  describe('options', () => {
    const options = { url: 'http://127.0.0.1:13013/', ...USER };
    const gatewayOf = (extra: Record<string, unknown>) => ({
      gateways: [{ name: 'carrier', kind: 'kannel', options: { ...options, ...extra } }],
    });

    it('needs no more than the address and the account', () => {
      expect(configure(gatewayOf({})).gateways.get('carrier')?.gateway.capabilities).toEqual({
        idempotentReference: false,
        lookup: null,
        reportsCarryReference: true,
      });
    });

    it('lets Kannel report to the public address, with a secret of this installation and this gateway', async () => {
      const [carrier, other] = ['carrier', 'other'].map((name) => {
        const entry = { name, kind: 'kannel', options: { ...options, url: peer.url } };
        return configure({ gateways: [entry] }).gateways.get(name)?.gateway as SmsGateway;
      });
      const message = outgoing(TO);
      const { 'dlr-url': dlrUrl = '' } = await sent(message, carrier);
      expect(dlrUrl).toMatch('https://sms.example.org/callbacks/carrier?r=');
      const report = called(filledIn(dlrUrl, 1, ''));
      expect(carrier?.parseReport?.(report)?.reports).toMatchObject([{ reference: message.reference }]);
      expect(other?.parseReport?.(report)).toBeNull();
    });

    it.each([
      [7, true],
      [8, true],
      [1, true],
      [22, false],
      [0, false],
    ])('with dlr_mask %i expects reports on what went well: %p', (mask, carries) => {
      expect(create({ dlr_mask: mask }).capabilities.reportsCarryReference).toBe(carries);
    });

    it.each([
      [{ password: undefined }, 'needs either "password" or "password_file"'],
      [{ password_file: '/nowhere' }, 'needs either "password" or "password_file"'],
      [{ callback_secret: 'short' }, 'must have at least 16 characters'],
      [{ dlr_mask: 64 }, 'Too big'],
      [{ callback_url: `https://sms.example.org/${'a'.repeat(137)}` }, 'must have at most 160 characters'],
      [{ url: 'ftp://kannel' }, 'must be an http or https address'],
      [{ smc: 'east' }, 'Unrecognized key'],
    ])('refuses %p', (extra, complaint) => {
      expect(problemsOf(gatewayOf(extra))).toEqual([expect.stringContaining(complaint)]);
    });
  });
});

function answer(status: number, words: string): AnswerRequest {
  return (response) => response.writeHead(status).end(words);
}
