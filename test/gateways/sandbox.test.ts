import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GatewayReport, SmsGateway, SubmitOutcome } from '../../src/domain/sms/gateway.js';
import type { InboundSms } from '../../src/domain/sms/inbound/inbound-sms.js';
import { createSandbox } from '../../src/gateways/sms/sandbox/gateway.js';
import { DEAF_INBOX } from '../support/gateways/deaf-inbox.js';
import { describeGatewayContract, type GatewayUnderTest, never, outgoing, type Situation } from './contract-suite.js';

interface KeptReports {
  readonly gateway: string;
  readonly reports: readonly GatewayReport[];
  readonly delayMs: number | undefined;
}

async function startSandbox(delayMs: number) {
  const kept: KeptReports[] = [];
  const heard: InboundSms[] = [];
  const gateway = createSandbox({ delayMs });
  await gateway.start?.({
    ...DEAF_INBOX,
    async acceptReports(name, reports, afterMs) {
      kept.push({ gateway: name, reports, delayMs: afterMs });
    },
    async acceptMessages(_, messages) {
      heard.push(...messages);
    },
  });
  return { gateway, kept, heard };
}

const NUMBERS: Partial<Record<Situation, string>> = {
  accepted: '12025550100',
  queued: '12025550101',
  held: '12025550102',
  no_credit: '12025550113',
  rejected_402: '12025550110',
  rejected_403: '12025550111',
  rejected_404: '12025550112',
  rejected_406: '12025550114',
  rejected_407: '12025550115',
  rejected_409: '12025550116',
  rejected_500: '12025550117',
  rejected_501: '12025550118',
  rejected_502: '12025550119',
  reports_delivered: '12025550100',
  reports_failed: '12025550120',
  reports_twice: '12025550122',
};

const IMPOSSIBLE: Situation[] = [
  'throttled',
  'unknown_code',
  'nobody_listens',
  'no_answer',
  'connection_dropped',
  'garbage_answer',
  'half_an_answer',
  'quotes_the_message',
];

async function sandboxUnderTest(): Promise<GatewayUnderTest> {
  const { gateway, kept } = await startSandbox(1_000);
  const reports = () => kept.flatMap((entry) => entry.reports);
  return {
    gateway,
    arrange: async (situation) => NUMBERS[situation] ?? '',
    received: () => reports().length,
    reportsOn: async ({ reference }) => reports().filter((report) => report.reference === reference),
    forgedCallbacks: [],
    garbageCallbacks: [],
    secrets: [],
    close: async () => undefined,
  };
}

describeGatewayContract('The sandbox', IMPOSSIBLE, sandboxUnderTest);

describe('The sandbox', () => {
  let gateway: SmsGateway;
  let kept: KeptReports[];

  beforeEach(async () => {
    ({ gateway, kept } = await startSandbox(1_000));
  });

  async function submit(to: string, attempt = 1): Promise<SubmitOutcome | undefined> {
    const [result] = await gateway.submit([outgoing(to, attempt)], never());
    return result?.outcome;
  }

  const timetable = () => kept.map(({ reports, delayMs }) => [delayMs, reports.map(({ outcome }) => outcome.kind)]);

  it.each(['254711000001', '12025550100', '12025559999', '1202555010', '112025550110'])(
    'delivers to %s after its usual delay',
    async (to) => {
      expect(await submit(to)).toEqual({ kind: 'accepted' });
      expect(timetable()).toEqual([[1_000, ['delivered']]]);
    },
  );

  it.each(['12025550113', '12025550115', '12025550118', '12025550119'])(
    'refuses %s at first and delivers the next attempt',
    async (to) => {
      expect((await submit(to))?.kind).not.toBe('accepted');
      expect(kept).toEqual([]);
      expect(await submit(to, 2)).toEqual({ kind: 'accepted' });
      expect(timetable()).toEqual([[1_000, ['delivered']]]);
    },
  );

  it.each([
    ['12025550101', 'queued', []],
    ['12025550102', 'held', [[21_000, ['delivered']]]],
    ['12025550114', 'rejected', []],
    ['12025550117', 'rejected', []],
    ['12025550120', 'accepted', [[1_000, ['failed']]]],
    ['12025550121', 'accepted', []],
    [
      '12025550122',
      'accepted',
      [
        [1_000, ['delivered']],
        [1_500, ['delivered']],
      ],
    ],
    [
      '12025550123',
      'accepted',
      [
        [3_000, ['delivered']],
        [4_000, ['sent']],
      ],
    ],
    ['12025550124', 'accepted', [[1_000, ['failed']]]],
  ])('plays the same part for %s at every attempt', async (to, outcome, reports) => {
    expect((await submit(to))?.kind).toBe(outcome);
    expect((await submit(to, 2))?.kind).toBe(outcome);
    expect(timetable()).toEqual([...reports, ...reports]);
  });

  it('holds one message for want of credit, not the whole account', async () => {
    expect(await submit('12025550113')).toEqual({ kind: 'no_credit', scope: 'message' });
  });

  it('asks for one act of safe keeping per delay, however large the batch', async () => {
    const ordinary = Array.from({ length: 499 }, (_, index) => outgoing(String(254_700_000_000 + index)));
    await gateway.submit([...ordinary, outgoing('12025550122')], never());
    expect(kept.map(({ gateway: name, reports, delayMs }) => [name, reports.length, delayMs])).toEqual([
      ['sandbox', 500, 1_000],
      ['sandbox', 1, 1_500],
    ]);
  });

  it('never reports at once, so that the submission is settled first', async () => {
    const immediate = await startSandbox(0);
    await immediate.gateway.submit([outgoing('254711000001')], never());
    expect(immediate.kept[0]?.delayMs).toBe(20);
  });

  it('leaves the batch in doubt when its reports could not be kept', async () => {
    const forgetful = createSandbox({ delayMs: 0 });
    await forgetful.start?.({ ...DEAF_INBOX, acceptReports: () => Promise.reject(new Error('the disk is full')) });
    await expect(forgetful.submit([outgoing('254711000001')], never())).rejects.toThrow('the disk is full');
  });

  it('answers an attempt that is submitted twice as it did the first time', async () => {
    const message = outgoing('12025550115');
    const first = await gateway.submit([message], never());
    expect(await gateway.submit([message], never())).toEqual(first);
  });

  it('lets some recipients write back to the number that wrote to them, once for an attempt', async () => {
    const { gateway: sandbox, heard } = await startSandbox(0);
    const asked = ['12025550127', '12025550128'].map((to) => ({ ...outgoing(to), senderId: null }));
    const fromName = outgoing('12025550127');
    for (const again of [asked, asked.slice(0, 1), [fromName]]) await sandbox.submit(again, never());
    expect(heard.map(({ from, to, text }) => [from, to, text])).toEqual([
      ['12025550127', '20880', `You wrote: ${asked[0]?.text}`],
      ['12025550128', '20880', 'STOP'],
      ['12025550127', '20880', `You wrote: ${asked[0]?.text}`],
    ]);
    expect(heard[2]?.key).toBe(heard[0]?.key);
  });

  it('lets nobody write back to what answers a keyword', async () => {
    const { gateway: sandbox, heard } = await startSandbox(0);
    await sandbox.submit([{ ...outgoing('12025550128'), senderId: null, isAnswer: true }], never());
    expect(heard).toEqual([]);
  });

  it('cannot tell its balance', async () => {
    expect(await gateway.balance?.(never())).toBeNull();
  });
});
