import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayReport, OutgoingSms, SubmitResult } from '../../src/domain/sms/gateway.js';
import { outgoing } from '../gateways/contract-suite.js';
import { createSmpp, type SmppUnderTest, soon, startSmpp } from '../gateways/smpp/under-test.js';
import { until } from '../support/until.js';
import { HAS_NET_SMPP, type PerlSmsc, startPerlSmsc } from './perl-smsc.js';

const NUMBERS = '2547110000';
const LONG = 'x€'.repeat(200);

const to = (digits: string): OutgoingSms => outgoing(NUMBERS + digits);

function describeAgreement(): void {
  let smsc: PerlSmsc;
  let underTest: SmppUnderTest;

  beforeAll(async () => {
    smsc = await startPerlSmsc();
    underTest = await startSmpp(smsc.port, { receipt_ids: 'decimal_to_hex' });
    await until(() => smsc.journal('bind').length > 0);
  });

  afterAll(async () => {
    await underTest.gateway.stop?.();
    await smsc.close();
  });

  async function submit(message: OutgoingSms, signal = soon()): Promise<SubmitResult | undefined> {
    let [result] = await underTest.gateway.submit([message], signal);
    // The test before may have cost the bind, or be the reason for a pause.
    while (result?.outcome.kind === 'not_sent' || result?.rawCode === 'PAUSED') {
      await sleep(20);
      [result] = await underTest.gateway.submit([message], signal);
    }
    return result;
  }

  async function reportsOn(result: SubmitResult | undefined, count: number): Promise<GatewayReport[]> {
    const ids: readonly unknown[] = result?.partIds ?? [result?.providerId];
    const found = () => underTest.reports.filter(({ providerId }) => ids.includes(providerId));
    await until(() => found().length >= count);
    return found();
  }

  it('agree on a bind', () => {
    expect(smsc.journal('bind')).toEqual([
      { kind: 'transceiver', system_id: 'postrider', system_type: '', version: '52' },
    ]);
  });

  it.each([
    ['20', [{ kind: 'delivered' }]],
    ['21', [{ kind: 'failed', code: 502 }]],
    ['22', [{ kind: 'failed', code: 502 }]],
    ['23', [{ kind: 'failed', code: 502 }]],
    ['24', [{ kind: 'failed', code: 502 }]],
    ['25', [{ kind: 'sent' }]],
    ['26', [{ kind: 'sent' }, { kind: 'delivered' }]],
    ['27', [{ kind: 'sent' }]],
    ['28', [{ kind: 'failed', code: 403 }]],
    ['29', [{ kind: 'delivered' }, { kind: 'delivered' }]],
    ['30', [{ kind: 'delivered' }]],
    ['31', [{ kind: 'delivered' }]],
    ['32', [{ kind: 'delivered' }]],
    ['33', [{ kind: 'delivered' }]],
    ['36', [{ kind: 'delivered' }]],
  ])('agree on what became of a message to …%s', async (digits, outcomes) => {
    const result = await submit(to(digits));
    expect(result?.outcome).toEqual({ kind: 'accepted' });
    expect((await reportsOn(result, outcomes.length)).map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  it('answer every receipt, and a message from a phone as well', async () => {
    await submit(to('34'));
    const reported = underTest.reports.length;
    await until(() => smsc.journal('deliver_sm_resp').length === reported + 1);
    expect(new Set(smsc.journal('deliver_sm_resp').map(({ status }) => status))).toEqual(new Set(['0']));
  });

  it.each([
    ['08', { kind: 'rejected', code: 501 }],
    ['50', { kind: 'rejected', code: 402 }],
    ['51', { kind: 'rejected', code: 403 }],
    ['45', { kind: 'rejected', code: 407 }],
    ['61', { kind: 'rejected', code: 500 }],
    ['66', { kind: 'rejected', code: 502 }],
    ['52', { kind: 'rejected', code: 502 }],
    ['53', { kind: 'rejected', code: 500 }],
    ['14', { kind: 'throttled', retryAfterMs: 40 }],
    ['97', { kind: 'unknown' }],
    ['98', { kind: 'unknown' }],
  ])('agree on the refusal of a message to …%s', async (digits, outcome) => {
    expect((await submit(to(digits)))?.outcome).toEqual(outcome);
  });

  it('agree on silence', async () => {
    expect((await submit(to('99'), soon(500)))?.outcome).toEqual({ kind: 'unknown' });
  });

  it('agree on the parts of a long message', async () => {
    const before = smsc.journal('submit_sm').length;
    const delivered = await submit({ ...to('20'), text: LONG });
    const reports = await reportsOn(delivered, 4);
    expect(reports.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => ({ kind: 'delivered' })));
    expect(new Set(reports.map(({ providerId }) => providerId)).size).toBe(4);
    const parts = smsc.journal('submit_sm').slice(before);
    expect(parts.map(({ esm_class }) => esm_class)).toEqual(['64', '64', '64', '64']);
    expect(parts.map(({ text }) => text?.slice(8, 12))).toEqual(['0401', '0402', '0403', '0404']);
    const text = parts.map((part) => part.text?.slice(12)).join('');
    expect(text).toBe('781b65'.repeat(200));
    const mixed = await submit({ ...to('35'), text: LONG });
    const outcomes = (await reportsOn(mixed, 4)).map(({ providerId, outcome }) => [providerId, outcome.kind]);
    const [first, ...others] = mixed?.partIds ?? [];
    expect(new Map(outcomes as [string, string][])).toEqual(
      new Map([[first, 'failed'], ...others.map((id) => [id, 'delivered'] as const)]),
    );
  });

  it.each<[string, Record<string, string>]>([
    ['sar', { esm_class: '0', payload: '' }],
    ['payload', { esm_class: '0', text: '', payload: '781b65'.repeat(200) }],
  ])('agree on a long message as %s', async (form, fields) => {
    const other = await startSmpp(smsc.port, { long_messages: form, bind: 'transmitter_receiver', binds: 2 });
    const [result] = await other.gateway.submit([{ ...to('20'), text: LONG }], soon());
    expect(result?.outcome).toEqual({ kind: 'accepted' });
    const last = smsc.journal('submit_sm').at(-1);
    expect(last).toMatchObject(fields);
    if (form === 'sar') expect(last?.sar).toMatch(/^[0-9a-f]{4},04,04$/);
    await other.gateway.stop?.();
  });

  it('agree that a wrong password is refused', async () => {
    const stranger = await startSmpp(smsc.port, { password: 'wrong' });
    const [result] = await stranger.gateway.submit([to('20')], soon());
    expect(result).toMatchObject({ outcome: { kind: 'not_sent' }, rawCode: 'ESME_RINVPASWD' });
    await stranger.gateway.stop?.();
  });

  it('agree in a check, which leaves the bind of the gateway alone', async () => {
    expect(await underTest.gateway.check?.(soon())).toEqual({ kind: 'works', credit: null });
    const stranger = createSmpp(smsc.port, { password: 'wrong' });
    expect(await stranger.check?.(soon())).toMatchObject({ kind: 'refused' });
    expect((await submit(to('20')))?.outcome).toEqual({ kind: 'accepted' });
  });

  it('lose nothing when the centre takes twenty messages a second', async () => {
    const slow = await startPerlSmsc(20);
    const { gateway } = await startSmpp(slow.port, {}, { firstThrottleMs: 500, longestThrottleMs: 1_000 });
    let waiting = Array.from({ length: 60 }, () => to('20'));
    let accepted = 0;
    while (waiting.length > 0) {
      const results = await gateway.submit(waiting, soon());
      const again = new Set<string>();
      for (const { reference, outcome } of results) {
        expect(['accepted', 'throttled']).toContain(outcome.kind);
        if (outcome.kind === 'accepted') accepted += 1;
        else again.add(reference);
      }
      waiting = waiting.filter(({ reference }) => again.has(reference));
      await sleep(200);
    }
    expect(accepted).toBe(60);
    await gateway.stop?.();
    await slow.close();
  });
}

describe('The SMPP gateway and a centre made of Net::SMPP', () => {
  if (HAS_NET_SMPP) describeAgreement();
  else {
    it('were NOT tried: libnet-smpp-perl is not installed on this machine', () => {
      expect(HAS_NET_SMPP).toBe(false);
    });
  }
});
