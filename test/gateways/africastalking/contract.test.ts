import type { OutgoingSms, SmsGateway } from '../../../src/domain/sms/gateway.js';
import { describeGatewayContract, type GatewayUnderTest, REJECTION_CODES, type Situation } from '../contract-suite.js';
import { type AnswerRequest, answerJson } from '../http/peer.js';
import { API_KEY, sentAnswer, startAfricasTalkingPeer } from './peer.js';
import { CALLBACK_TOKEN, callback, createAfricasTalking } from './under-test.js';

const TO = '254711000001';

const STATUS_CODES: Partial<Record<Situation, number>> = {
  ...Object.fromEntries(REJECTION_CODES.map((code) => [`rejected_${code}`, code])),
  queued: 102,
  held: 401,
  no_credit: 405,
  unknown_code: 408,
};

const ANSWERS: Partial<Record<Situation, AnswerRequest>> = {
  throttled: answerJson({}, 429),
  no_answer: () => undefined,
  connection_dropped: (response) => response.destroy(),
  garbage_answer: (response) => response.writeHead(201).end('<html>all is well</html>'),
  quotes_the_message: answerJson(
    sentAnswer('Sent to 0/1', [
      { statusCode: 403, number: `+${TO}`, status: `${TO} got "493817, keep it to yourself" by ${API_KEY}` },
    ]),
    201,
  ),
};

const REPORT: Record<string, string> = { status: 'Success', phoneNumber: `+${TO}`, networkCode: '63902' };
const FAILURE: Record<string, string> = { ...REPORT, status: 'Failed', failureReason: 'DeliveryFailure' };

async function underTest(endpoint: 'form' | 'json'): Promise<GatewayUnderTest> {
  const peer = await startAfricasTalkingPeer();
  const api = createAfricasTalking({ url: peer.url, endpoint });
  const providerIds = new Map<string, string>();
  let reports: Record<string, string>[] = [];
  // The peer knows a message only by the id that it has given it.
  const gateway: SmsGateway = {
    ...api,
    async submit(messages, signal) {
      const results = await api.submit(messages, signal);
      for (const { reference, providerId } of results) if (providerId) providerIds.set(reference, providerId);
      return results;
    },
  };
  return {
    gateway,
    async arrange(situation) {
      peer.statusCode = STATUS_CODES[situation] ?? 101;
      peer.answerInstead = ANSWERS[situation] ?? null;
      if (situation === 'half_an_answer') {
        const [first, second] = [
          answerJson(sentAnswer('', [{ statusCode: 101, number: `+${TO}`, messageId: 'ATXid_1' }]), 201),
          answerJson(sentAnswer('', []), 201),
        ];
        peer.answerInstead = (...args) => (peer.requests.length === 1 ? first(...args) : second(...args));
      }
      reports = [situation === 'reports_failed' ? FAILURE : REPORT];
      if (situation === 'reports_twice') reports = [REPORT, REPORT];
      if (situation === 'nobody_listens') await peer.close();
      return TO;
    },
    received: () => peer.sends.length,
    async reportsOn({ reference }: OutgoingSms) {
      const id = providerIds.get(reference) ?? '';
      return reports.flatMap((fields) => gateway.parseReport?.(callback({ id, ...fields }))?.reports ?? []);
    },
    forgedCallbacks: [
      callback({ id: '1', ...REPORT }, `${CALLBACK_TOKEN.replace('1', '2')}/delivery-reports`),
      callback({ id: '1', ...REPORT }, 'another-token-altogether/delivery-reports'),
      callback({ id: '1', ...REPORT }, 'delivery-reports'),
      callback({ id: '1', ...REPORT }, '/delivery-reports'),
      callback({ id: '1', ...REPORT }, CALLBACK_TOKEN),
      callback({ id: '1', ...REPORT }, `${CALLBACK_TOKEN}/elsewhere`),
      callback({ id: '1', ...REPORT }, `${CALLBACK_TOKEN}/delivery-reports/more`),
      { ...callback({ id: '1', ...REPORT }), method: 'GET' },
      callback({ senderId: 'ACME', phoneNumber: `+${TO}` }, 'another-token-altogether/opt-outs'),
    ],
    garbageCallbacks: [
      callback({}),
      callback({ id: '1' }),
      callback(REPORT),
      callback({ id: '', ...REPORT }),
      callback({ id: 'x'.repeat(201), ...REPORT }),
      callback({ id: '1', ...REPORT, status: 'Teleported' }),
      { ...callback({}), rawBody: Buffer.from('{"id":"1","status":"Success"}') },
      { ...callback({}), rawBody: Buffer.from([0xff, 0x00, 0x26, 0x3d]) },
      callback({ senderId: 'ACME', phoneNumber: 'nobody' }, `${CALLBACK_TOKEN}/opt-outs`),
    ],
    secrets: [API_KEY, CALLBACK_TOKEN],
    close: () => peer.close(),
  };
}

describeGatewayContract("Africa's Talking by forms", [], () => underTest('form'));
describeGatewayContract("Africa's Talking by JSON", [], () => underTest('json'));
