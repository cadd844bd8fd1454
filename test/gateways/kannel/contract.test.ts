import type { OutgoingSms } from '../../../src/domain/sms/gateway.js';
import { dlrUrl } from '../../../src/gateways/sms/kannel/wire.js';
import { describeGatewayContract, type GatewayUnderTest, outgoing, type Situation } from '../contract-suite.js';
import type { AnswerRequest } from '../http/peer.js';
import { CALLBACK_SECRET, CALLBACK_URL, called, createKannel } from './options.js';
import { filledIn, type KannelWords, parametersOf, startKannelPeer, USER } from './peer.js';

const TO = '254711000001';

const ANSWERS: Partial<Record<Situation, KannelWords | AnswerRequest>> = {
  queued: 'queued',
  throttled: 'temporalFailure',
  rejected_402: 'noSender',
  rejected_403: 'emptyReceiver',
  rejected_404: 'denied',
  rejected_407: 'notRoutable',
  rejected_500: 'badCoding',
  rejected_501: 'unauthorised',
  no_answer: () => undefined,
  connection_dropped: (response) => response.destroy(),
  garbage_answer: (response) => response.end('<html>all is well</html>'),
  quotes_the_message: (response, request) => {
    const { to, text, password } = parametersOf(request);
    response.writeHead(403).end(`Not routable. ${to}: "${text}" of ${password}`);
  },
};

/** Kannel reviews nothing, knows no credit, and learns what the network says only later. */
const CANNOT: Situation[] = ['held', 'no_credit', 'unknown_code', 'rejected_406', 'rejected_409', 'rejected_502'];

async function kannelUnderTest(): Promise<GatewayUnderTest> {
  const peer = await startKannelPeer();
  const gateway = createKannel({ url: peer.url, ...USER });
  let reports: { mask: number; answer: string }[] = [];
  const { reference } = outgoing(TO);
  const address = filledIn(dlrUrl(CALLBACK_URL, CALLBACK_SECRET, reference), 1, '');
  return {
    gateway,
    async arrange(situation) {
      let first = true;
      peer.answer = ANSWERS[situation] ?? 'accepted';
      if (situation === 'half_an_answer') {
        peer.answer = (response) => {
          if (first) response.writeHead(202).end('0: Accepted for delivery');
          else response.destroy();
          first = false;
        };
      }
      reports = [
        situation === 'reports_failed' ? { mask: 2, answer: 'stat:UNDELIV err:000' } : { mask: 1, answer: '' },
      ];
      if (situation === 'reports_twice') reports = [...reports, ...reports];
      if (situation === 'nobody_listens') await peer.close();
      return TO;
    },
    received: () => peer.requests.length,
    async reportsOn(message: OutgoingSms) {
      const urls = peer.requests.map((request) => parametersOf(request)['dlr-url'] ?? '');
      const url = urls.find((candidate) => candidate.includes(message.reference)) ?? '';
      return reports.flatMap(({ mask, answer }) => {
        return gateway.parseReport?.(called(filledIn(url, mask, answer)))?.reports ?? [];
      });
    },
    forgedCallbacks: [
      called(filledIn(dlrUrl(CALLBACK_URL, 'another secret altogether', reference), 1, '')),
      called(address, 'POST'),
      called(address.replace(/p=[^&]+/, 'p=')),
      called(address.replace(/p=[^&]+&/, '')),
      called(address.replace(reference, outgoing(TO).reference)),
      called(`${CALLBACK_URL}?d=1`),
      called(CALLBACK_URL),
    ],
    garbageCallbacks: ['', '0', '64', 'x', '-1', '1e3', '9999', '%25d'].map((mask) => {
      return called(address.replace('d=1', `d=${mask}`));
    }),
    secrets: [USER.password, CALLBACK_SECRET],
    close: () => peer.close(),
  };
}

describeGatewayContract('The Kannel gateway', CANNOT, kannelUnderTest);
