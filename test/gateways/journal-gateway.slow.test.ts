import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { GatewayReport, SmsGateway } from '../../src/domain/sms/gateway.js';
import { createHttpGateway } from '../../src/gateways/sms/http/gateway.js';
import { httpGatewayOptions } from '../../src/gateways/sms/http/options.js';
import { type JournalGateway, startJournalGateway } from '../support/gateways/start-journal-gateway.js';
import { eventually } from '../support/wait.js';
import { callbackRequest } from './callback-request.js';
import { never, outgoing } from './contract-suite.js';
import { type HttpPeer, startHttpPeer } from './http/peer.js';

const SECRET = 'a secret of the two of us';
const TO = '254711000001';

/** The only test in which both ends of the HTTP contract are the real ones; elsewhere each has a stand-in. */
describe('The HTTP gateway and the journal gateway', () => {
  let folder: string;
  let journalFile: string;
  let peer: JournalGateway;
  let gateway: SmsGateway;
  let api: HttpPeer;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'journal-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  beforeEach(async () => {
    api = await startHttpPeer();
    journalFile = join(folder, `${Date.now()}.jsonl`);
    peer = await startJournalGateway({ secret: SECRET, reportUrl: `${api.url}/callbacks/x/y` }, { journalFile });
    const capabilities = { idempotent_reference: true, lookup_settle_seconds: 0, reports_carry_reference: true };
    gateway = createHttpGateway('journal', httpGatewayOptions.parse({ url: peer.url, secret: SECRET, capabilities }));
  });

  afterEach(async () => {
    await gateway.stop?.();
    await peer.stop();
    await api.close();
  });

  const outcomes = async (...numbers: string[]) => {
    const results = await gateway.submit(
      numbers.map((to) => outgoing(to)),
      never(),
    );
    return results.map(({ outcome }) => outcome);
  };

  /** The reports of the next callback that the peer makes. */
  const nextCallback = () =>
    new Promise<readonly GatewayReport[]>((resolve) => {
      api.answer = (response, request) => {
        response.end();
        resolve(gateway.parseReport?.(callbackRequest(api.url, request))?.reports ?? []);
      };
    });

  it('agree on answers, journal, look-up and signed reports', async () => {
    const callback = nextCallback();
    const [accepted, refused] = [outgoing(TO), outgoing('12025550116')];
    const results = await gateway.submit([accepted, refused], never());
    expect(results.map(({ outcome }) => outcome)).toEqual([{ kind: 'accepted' }, { kind: 'rejected', code: 409 }]);
    const { acceptances } = await peer.journal();
    expect(acceptances).toMatchObject([{ reference: accepted.reference, to: TO, attempt: 1 }]);
    expect(acceptances).toMatchObject([JSON.parse(readFileSync(journalFile, 'utf8'))]);
    expect(await gateway.lookup?.([accepted.reference, refused.reference], never())).toMatchObject([
      { reference: accepted.reference, outcome: { kind: 'accepted' } },
      { reference: refused.reference, outcome: null },
    ]);
    const delivered = { reference: accepted.reference, providerId: results[0]?.providerId };
    expect(await callback).toEqual([{ ...delivered, outcome: { kind: 'delivered' } }]);
  });

  it.each([true, false])(
    'take a message over once when its reference comes again, if recognised: %p',
    async (idempotent) => {
      await peer.control({ acceptThenDropRate: 1, idempotent });
      const message = outgoing(TO);
      expect(await gateway.submit([message], never())).toMatchObject([{ outcome: { kind: 'unknown' } }]);
      await peer.control({ acceptThenDropRate: 0 });
      expect(await gateway.submit([message], never())).toMatchObject([{ outcome: { kind: 'accepted' } }]);
      expect((await peer.journal()).acceptances).toHaveLength(idempotent ? 1 : 2);
    },
  );

  it('journal nothing when the connection breaks before acceptance', async () => {
    await peer.control({ dropBeforeAcceptRate: 1 });
    expect(await outcomes(TO)).toEqual([{ kind: 'unknown' }]);
    expect((await peer.journal()).acceptances).toEqual([]);
  });

  it.each([{ stallRate: 1, stallMs: 60_000 }, { garbageRate: 1 }])(
    'journal what was taken over (%p)',
    async (behaviour) => {
      await peer.control(behaviour);
      const [result] = await gateway.submit([outgoing(TO)], AbortSignal.timeout(500));
      expect(result?.outcome).toEqual({ kind: 'unknown' });
      expect((await peer.journal()).acceptances).toHaveLength(1);
    },
  );

  it.each([
    [
      { refuseStatus: 429, retryAfterSeconds: 2 },
      { kind: 'throttled', retryAfterMs: 2_000 },
    ],
    [
      { refuseStatus: 503, retryAfterSeconds: 0 },
      { kind: 'throttled', retryAfterMs: 0 },
    ],
    [{ refuseStatus: 401 }, { kind: 'rejected', code: 501, wholeCall: true }],
  ])('journal nothing of a call that is refused as a whole: %p', async (behaviour, outcome) => {
    await peer.control({ refuseRate: 1, ...behaviour });
    expect(await outcomes(TO)).toEqual([outcome]);
    expect((await peer.journal()).acceptances).toEqual([]);
  });

  it.each([
    ['refused', ['not_sent']],
    // The call may have been written before the connection broke.
    ['reset', ['not_sent', 'unknown']],
  ] as const)('journal nothing while connections are %s, and go on afterwards', async (connections, kinds) => {
    await peer.control({ connections });
    expect(kinds).toContain((await outcomes(TO))[0]?.kind);
    expect((await peer.journal()).acceptances).toEqual([]);
    await peer.control({ connections: 'taken' });
    expect(await outcomes(TO)).toEqual([{ kind: 'accepted' }]);
  });

  it('tell when a report of delivery was taken, and which messages get none', async () => {
    const refused = new Promise<number>((resolve) => {
      api.answer = (response) => {
        response.writeHead(503).end();
        resolve(Date.now());
      };
    });
    await outcomes(TO, '12025550120');
    const refusedAt = await refused;
    await nextCallback();
    const taken = async () => {
      const [first, second] = (await peer.journal()).acceptances;
      return first?.deliveryTakenAt ? [first, second] : undefined;
    };
    const [delivered, failed] = await eventually('the gateway has its answer', taken);
    expect(delivered).toMatchObject({ isDelivered: true });
    expect(delivered?.deliveryTakenAt).toBeGreaterThanOrEqual(refusedAt);
    expect(failed).toMatchObject({ isDelivered: false, deliveryTakenAt: null });
  });

  it('stop at the end of the credit', async () => {
    await peer.control({ credit: 2 });
    expect((await outcomes(TO, TO, TO)).map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'no_credit']);
    expect(await gateway.balance?.(never())).toBe(0);
  });

  it('refuse every third message when told so', async () => {
    await peer.control({ rejectEvery: 3 });
    expect((await outcomes(TO, TO, TO, TO)).map(({ kind }) => kind)).toEqual([
      'accepted',
      'accepted',
      'rejected',
      'accepted',
    ]);
  });

  it('report again until the report is taken', async () => {
    const refused = new Promise<void>((resolve) => {
      api.answer = (response) => {
        response.writeHead(503).end();
        resolve();
      };
    });
    await peer.control({ duplicateReports: true });
    await outcomes(TO);
    await refused;
    expect(await nextCallback()).toHaveLength(2);
  });

  it('refuse a wrong secret', async () => {
    await peer.control({ secret: 'another secret altogether' });
    expect(await outcomes(TO)).toEqual([{ kind: 'rejected', code: 501, wholeCall: true }]);
    expect((await peer.journal()).acceptances).toEqual([]);
  });
});
