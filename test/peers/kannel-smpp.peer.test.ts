import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayReport, SmsGateway } from '../../src/domain/sms/gateway.js';
import { callbackRequest } from '../gateways/callback-request.js';
import { never, outgoing } from '../gateways/contract-suite.js';
import { type HttpPeer, startHttpPeer } from '../gateways/http/peer.js';
import { createKannel } from '../gateways/kannel/options.js';
import { KANNEL_USER, type RunningKannel, startKannel } from './kannel.js';
import { type PerlSmsc, startPerlSmsc } from './perl-smsc.js';

const REPORT_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 50;
/** Longer than any report has taken to follow another. */
const SETTLE_MS = 500;

const failed = (code: number) => ({ kind: 'failed', code });
const SENT = { kind: 'sent' };

describe('A real Kannel before a centre that fails', () => {
  let centre: PerlSmsc;
  let kannel: RunningKannel;
  let listener: HttpPeer;
  let gateway: SmsGateway;

  beforeAll(async () => {
    centre = await startPerlSmsc();
    [kannel, listener] = await Promise.all([startKannel({ smppPort: centre.port }), startHttpPeer()]);
    gateway = createKannel({ url: kannel.url, ...KANNEL_USER, callback_url: callbackUrl() });
  }, 60_000);

  afterAll(async () => {
    await gateway?.stop?.();
    await kannel?.stop();
    await listener?.close();
    await centre?.close();
  }, 60_000);

  function callbackUrl(): string {
    return `${listener.url}/callbacks/kannel`;
  }

  function reportsOn(reference: string): Omit<GatewayReport, 'reference'>[] {
    const reports = listener.requests.flatMap((request) => {
      return gateway.parseReport?.(callbackRequest(callbackUrl(), request))?.reports ?? [];
    });
    return reports.filter((report) => report.reference === reference).map(({ reference: _, ...report }) => report);
  }

  /** The centre chooses by the last two digits. Everything that was reported once the last word had come. */
  async function reported(digits: string, count: number): Promise<Omit<GatewayReport, 'reference'>[]> {
    const message = outgoing(`2547110000${digits}`);
    const [result] = await gateway.submit([message], never());
    expect(result?.outcome).toEqual({ kind: 'accepted' });
    for (const deadline = Date.now() + REPORT_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
      if (reportsOn(message.reference).length >= count) break;
    }
    await sleep(SETTLE_MS);
    return reportsOn(message.reference);
  }

  it.each([
    ['20', 'DELIVRD', { outcome: { kind: 'delivered' } }],
    ['21', 'UNDELIV', { outcome: failed(502), rawCode: 'UNDELIV' }],
    ['28', 'UNDELIV err:005', { outcome: failed(403), rawCode: 'UNDELIV 005' }],
    ['22', 'EXPIRED', { outcome: failed(502), rawCode: 'EXPIRED' }],
    ['23', 'REJECTD', { outcome: failed(502), rawCode: 'REJECTD' }],
    ['24', 'DELETED', { outcome: failed(502), rawCode: 'DELETED' }],
    ['25', 'UNKNOWN', { outcome: SENT, rawCode: 'UNKNOWN' }],
    ['27', 'ENROUTE', { outcome: SENT }],
  ])('understands a receipt (%s: %s)', async (digits, _, last) => {
    expect(await reported(digits, 2)).toEqual(expect.arrayContaining([{ outcome: SENT }, last]));
  });

  it('hears of both states of a message that was accepted first', async () => {
    const kinds = (await reported('26', 3)).map(({ outcome }) => outcome.kind);
    expect(kinds.sort()).toEqual(['delivered', 'sent', 'sent']);
  });

  it.each([
    ['45', 407, 'ESME_RSUBMITFAIL'],
    ['50', 402, 'ESME_RINVSRCADR'],
    ['51', 403, 'ESME_RINVDSTADR'],
    ['66', 502, 'ESME_RX_R_APPN'],
    ['52', 502, '0x401'],
  ])('understands the refusal of a message (%s) as %i', async (digits, code, rawCode) => {
    expect(await reported(digits, 1)).toEqual([{ outcome: failed(code), rawCode }]);
  });

  it.each(['58', '08'])(
    'says 501 when the centre was not ready for a message often enough (%s)',
    async (digits) => {
      expect(await reported(digits, 1)).toEqual([{ outcome: failed(501), rawCode: 'NACK Retries Exceeded' }]);
    },
    40_000,
  );
});
