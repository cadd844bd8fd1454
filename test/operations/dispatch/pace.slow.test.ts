import { describe, expect, it } from '@jest/globals';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import {
  createProgrammableGateway,
  type JournalEntry,
  type ProgrammableGateway,
} from '../../support/gateways/programmable-gateway.js';
import { mobiles, newOrganisation, type TestServices, withGateways } from '../../support/services.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';
import { openWorkers } from '../../support/workers.js';

const BURST_SECONDS = 1;
/** Between the moment at which something is allowed and that at which the gateway writes it down. */
const CLOCK_SLACK_SECONDS = 0.2;

describe('the pace of a gateway', () => {
  const process = useServices({ poolSize: 12 });

  /** The most units in any stretch of time, less what the rate allows for it. */
  const excess = (journal: readonly JournalEntry[], rate: number, unitsOf: (entry: JournalEntry) => number) => {
    let worst = 0;
    for (let from = 0; from < journal.length; from += 1) {
      let units = 0;
      const start = journal[from]?.atMs ?? 0;
      for (const entry of journal.slice(from)) {
        units += unitsOf(entry);
        worst = Math.max(worst, units - rate * ((entry.atMs - start) / 1000));
      }
    }
    return worst;
  };

  const sendPaced = async (
    name: string,
    pace: Partial<ProgrammableGateway['pace']>,
    message: string,
    count: number,
  ) => {
    const journal: JournalEntry[] = [];
    const paced = () => {
      const gateway = createProgrammableGateway({ name, pace });
      gateway.journal.push = (...entries) => journal.push(...entries);
      return withGateways(process, { gateways: [gateway] });
    };
    const both = [paced(), paced()];
    const context = await newOrganisation(both[0] as TestServices);
    // In several portions, so that both find something.
    for (let part = 0; part < 5; part += 1) {
      await sendBulkSms(context, { message, recipients: mobiles(count / 5, part * (count / 5)) });
    }
    const workers = both.map((services) => openWorkers(services));
    const waking = setInterval(() => {
      for (const one of workers) one.wakeAll();
    }, 50);
    try {
      await until(() => journal.length === count);
    } finally {
      clearInterval(waking);
      await Promise.all(workers.map((one) => one.stop()));
    }
    return journal;
  };

  it('50 messages a second over two processes are never exceeded by more than the burst', async () => {
    const rate = 50;
    const journal = await sendPaced('paced', { ratePerSecond: rate }, 'Hello', 150);
    expect(journal).toHaveLength(150);
    expect(excess(journal, rate, () => 1)).toBeLessThanOrEqual(rate * (BURST_SECONDS + CLOCK_SLACK_SECONDS));
  });

  it('50 segments a second over two processes are never exceeded by more than the burst and one message', async () => {
    const rate = 50;
    const longText = 'x'.repeat(400);
    const journal = await sendPaced('segments', { ratePerSecond: rate, rateUnit: 'segments' }, longText, 60);
    expect(new Set(journal.map(({ segments }) => segments))).toEqual(new Set([3]));
    const allowed = rate * (BURST_SECONDS + CLOCK_SLACK_SECONDS) + 2;
    expect(excess(journal, rate, ({ segments }) => segments)).toBeLessThanOrEqual(allowed);
  });
});
