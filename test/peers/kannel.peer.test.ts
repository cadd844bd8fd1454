import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayReport, OutgoingSms, SmsGateway, SubmitOutcome } from '../../src/domain/sms/gateway.js';
import { callbackRequest } from '../gateways/callback-request.js';
import { never, outgoing } from '../gateways/contract-suite.js';
import { type HttpPeer, startHttpPeer } from '../gateways/http/peer.js';
import { createKannel } from '../gateways/kannel/options.js';
import { KANNEL_USER, type RunningKannel, startKannel, UNROUTABLE_PREFIX } from './kannel.js';

const TO = '254711000001';
const REPORT_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 50;
/** Longer than any report has taken to arrive. */
const SETTLE_MS = 500;

describe('A real Kannel', () => {
  let kannel: RunningKannel;
  let listener: HttpPeer;
  let gateway: SmsGateway;

  beforeAll(async () => {
    [kannel, listener] = await Promise.all([startKannel(), startHttpPeer()]);
    gateway = create();
  }, 60_000);

  afterAll(async () => {
    await gateway?.stop?.();
    await kannel?.stop();
    await listener?.close();
  }, 60_000);

  function create(extra: Record<string, unknown> = {}): SmsGateway {
    return createKannel({ url: kannel.url, ...KANNEL_USER, callback_url: callbackUrl(), ...extra });
  }

  function callbackUrl(): string {
    return `${listener.url}/callbacks/kannel`;
  }

  function reports(): GatewayReport[] {
    return listener.requests.flatMap((request) => {
      return gateway.parseReport?.(callbackRequest(callbackUrl(), request))?.reports ?? [];
    });
  }

  async function reportsOn({ reference }: OutgoingSms, count: number): Promise<GatewayReport[]> {
    for (const deadline = Date.now() + REPORT_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
      const found = reports().filter((report) => report.reference === reference);
      if (found.length >= count) return found;
    }
    throw new Error(`There are not ${count} reports on ${reference}.`);
  }

  async function outcomeOf(message: OutgoingSms, from = gateway, signal = never()): Promise<SubmitOutcome | undefined> {
    const [result] = await from.submit([message], signal);
    return result?.outcome;
  }

  it('takes a message and reports that the centre has it, and that it was delivered', async () => {
    const message = outgoing(TO);
    expect(await outcomeOf(message)).toEqual({ kind: 'accepted' });
    const kinds = (await reportsOn(message, 2)).map(({ outcome }) => outcome.kind);
    expect(kinds.sort()).toEqual(['delivered', 'sent']);
    expect(kannel.received().at(-1)).toContain(`<ACME +${TO} text ${message.text}>`);
  });

  it('carries every character of GSM-7', async () => {
    const text = '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}\\[~]|€';
    const message = { ...outgoing(TO), text };
    expect(await outcomeOf(message)).toEqual({ kind: 'accepted' });
    await reportsOn(message, 2);
    expect(kannel.received().at(-1)).toContain(`text ${text}>`);
  });

  it('carries a text of ten parts in UCS-2, with one report for all of them', async () => {
    const received = kannel.received().length;
    const message = { ...outgoing(TO), text: 'Ж'.repeat(670), segments: 10 };
    expect(await outcomeOf(message)).toEqual({ kind: 'accepted' });
    await reportsOn(message, 2);
    await sleep(SETTLE_MS);
    const parts = kannel.received().slice(received);
    expect(parts).toHaveLength(10);
    expect(parts.map((part) => part.split('%04%16').length - 1)).toEqual(Array.from({ length: 10 }, () => 67));
    expect(reports().filter(({ reference }) => reference === message.reference)).toHaveLength(2);
  });

  it('recognises a thousand messages in their reports', async () => {
    const messages = Array.from({ length: 1_000 }, () => outgoing(TO));
    const results = await gateway.submit(messages, never());
    expect(new Set(results.map(({ outcome }) => outcome.kind))).toEqual(new Set(['accepted']));
    const missing = () => {
      const delivered = new Set(
        reports().flatMap(({ reference, outcome }) => (outcome.kind === 'delivered' ? [reference] : [])),
      );
      return messages.filter(({ reference }) => !delivered.has(reference));
    };
    for (const deadline = Date.now() + REPORT_TIMEOUT_MS; Date.now() < deadline; await sleep(SETTLE_MS)) {
      if (missing().length === 0) break;
    }
    expect(missing()).toEqual([]);
  }, 40_000);

  it('finds in a check that its account is right, or wrong, and nothing is sent for it', async () => {
    const received = kannel.received().length;
    expect(await gateway.check?.(never())).toMatchObject({ kind: 'works' });
    expect(await create({ password: 'guessed' }).check?.(never())).toMatchObject({ kind: 'refused' });
    const elsewhere = create({ url: `${kannel.url}/elsewhere` });
    expect(await elsewhere.check?.(never())).toMatchObject({ kind: 'misunderstood' });
    await sleep(SETTLE_MS);
    expect(kannel.received()).toHaveLength(received);
  });

  it('says 407 for a number without a way, in its answer and in its report', async () => {
    const message = outgoing(`${UNROUTABLE_PREFIX}000001`);
    expect(await outcomeOf(message)).toEqual({ kind: 'rejected', code: 407 });
    expect((await reportsOn(message, 1)).map(({ outcome }) => outcome)).toEqual([{ kind: 'failed', code: 407 }]);
  });

  it('says 407 for a centre that there is not', async () => {
    expect(await outcomeOf(outgoing(TO), create({ smsc: 'NOBODY' }))).toEqual({ kind: 'rejected', code: 407 });
  });

  it('says 501 for a wrong password and for a wrong address', async () => {
    expect(await outcomeOf(outgoing(TO), create({ password: 'guessed' }))).toEqual({ kind: 'rejected', code: 501 });
    expect(await outcomeOf(outgoing(TO), create({ url: `${kannel.url}/elsewhere` }))).toEqual({
      kind: 'rejected',
      code: 501,
      wholeCall: true,
    });
  });

  it('says 402 for a message that nobody sends', async () => {
    expect(await outcomeOf({ ...outgoing(TO), senderId: null })).toEqual({ kind: 'rejected', code: 402 });
  });

  it('sends no reports when none are wanted', async () => {
    const silent = create({ dlr_mask: 0 });
    const message = outgoing(TO);
    expect(await outcomeOf(message, silent)).toEqual({ kind: 'accepted' });
    await sleep(SETTLE_MS);
    expect(reports().filter(({ reference }) => reference === message.reference)).toEqual([]);
    expect(silent.capabilities.reportsCarryReference).toBe(false);
  });

  it('keeps a message while the way to the centre is down', async () => {
    await kannel.stopCentre();
    const message = outgoing(TO);
    expect(await outcomeOf(message)).toEqual({ kind: 'queued' });
    await kannel.startCentre();
    expect((await reportsOn(message, 2)).map(({ outcome }) => outcome.kind).sort()).toEqual(['delivered', 'sent']);
  }, 60_000);

  it('leaves a message in doubt whose answer does not come, and its report resolves the doubt', async () => {
    await kannel.freezeBearerbox();
    const message = outgoing(TO);
    expect(await outcomeOf(message, gateway, AbortSignal.timeout(500))).toEqual({ kind: 'unknown' });
    kannel.resumeBearerbox();
    expect((await reportsOn(message, 2)).map(({ outcome }) => outcome.kind).sort()).toEqual(['delivered', 'sent']);
  }, 30_000);

  // The last test: after it this Kannel is gone.
  it('knows that nothing was sent once the bearerbox is gone', async () => {
    await kannel.killBearerbox();
    await sleep(SETTLE_MS);
    expect(await outcomeOf(outgoing(TO))).toEqual({ kind: 'not_sent' });
  });
});
