import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { GatewayReport, ReportOutcome, SubmitOutcome } from '../../../src/domain/sms/gateway.js';
import { type SmsPhase, type SmsStatus, STATUS_RANK } from '../../../src/domain/vocabulary.js';
import { storeTogether } from '../../../src/operations/kernel/store-together.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sized } from '../../support/fleet/run.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeCampaignEvents, seeCounts, seeMessages } from '../../support/see.js';
import { drain, mobile, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const MESSAGES_PER_RUN = 15;
const RUNS = sized(20, 334);
/** Longer than a report is parked for that came in the same run. */
const REPLAY_SECONDS = 61;

interface History {
  readonly answer: SubmitOutcome['kind'] & ('accepted' | 'queued' | 'held' | 'unknown');
  /** What the gateway reports, without repetitions. */
  readonly reports: readonly ReportOutcome[];
}

interface Run {
  readonly histories: readonly History[];
  /** Reports as pairs of a message and one of its reports, in the order in which they arrive, some of them twice. */
  readonly arrivals: readonly { readonly message: number; readonly outcome: ReportOutcome }[];
  readonly batchSize: number;
  /** After so many batches of reports the gateway answers. */
  readonly answerAfter: number;
  /** The answer is written down while reports are folded, instead of before. */
  readonly together: boolean;
  readonly carriesReference: boolean;
}

const failure = fc.constantFrom(404, 406, 409, 500, 502).map((code): ReportOutcome => ({ kind: 'failed', code }));
/** At most one of waiting and held: which of the two is equal in rank, so the first counts. */
const reports = fc
  .tuple(
    fc.option(fc.constantFrom<ReportOutcome>({ kind: 'queued' }, { kind: 'held' }), { nil: null, freq: 2 }),
    fc.option(fc.constant<ReportOutcome>({ kind: 'sent' }), { nil: null, freq: 2 }),
    fc.option(failure, { nil: null, freq: 2 }),
    fc.option(fc.constant<ReportOutcome>({ kind: 'delivered' }), { nil: null, freq: 2 }),
  )
  .map((choice) => choice.filter((outcome) => outcome !== null));

const run: fc.Arbitrary<Run> = fc
  .tuple(
    fc.array(fc.record({ answer: fc.constantFrom('accepted', 'queued', 'held', 'unknown'), reports }), {
      minLength: MESSAGES_PER_RUN,
      maxLength: MESSAGES_PER_RUN,
    }) as fc.Arbitrary<History[]>,
    fc.boolean(),
  )
  .chain(([drawn, carriesReference]) => {
    // Without our reference nobody could tell which message a lost answer was about.
    const histories = carriesReference
      ? drawn
      : drawn.map((one): History => (one.answer === 'unknown' ? { ...one, answer: 'accepted' } : one));
    const once = histories.flatMap((history, message) => history.reports.map((outcome) => ({ message, outcome })));
    return fc.record({
      histories: fc.constant(histories),
      arrivals: fc
        .subarray(once)
        .chain((again) => fc.shuffledSubarray([...once, ...again], { minLength: once.length + again.length })),
      batchSize: fc.integer({ min: 4, max: 25 }),
      answerAfter: fc.integer({ min: 0, max: 6 }),
      together: fc.boolean(),
      carriesReference: fc.constant(carriesReference),
    });
  });

/** What must come out, whatever the order: the highest rank that was heard of. */
function outcomeOf({ answer, reports: heard }: History): [SmsStatus, SmsPhase, number | null] {
  if (heard.some(({ kind }) => kind === 'delivered')) return ['delivered', 'done', 100];
  const failed = heard.find((outcome) => outcome.kind === 'failed');
  if (failed?.code === 502) return ['sent', 'waiting_retry', 101];
  if (failed) return [failed.code === 406 || failed.code === 409 ? 'blocked' : 'undelivered', 'done', failed.code];
  if (answer === 'accepted' || heard.some(({ kind }) => kind === 'sent')) return ['sent', 'waiting_report', 101];
  if (answer === 'queued' || answer === 'held') return [answer, 'waiting_report', null];
  const [only] = heard;
  return only ? [only.kind as SmsStatus, 'waiting_report', null] : ['queued', 'in_doubt', null];
}

describe('reports in any order and number', () => {
  let runs = 0;

  const play = async ({ histories, arrivals, batchSize, answerAfter, together, carriesReference }: Run) => {
    const answered = Promise.withResolvers<void>();
    const gateway = createProgrammableGateway({
      name: `gateway-${++runs}`,
      capabilities: { reportsCarryReference: carriesReference },
      async react({ to }) {
        await answered.promise;
        const kind = histories[Number(to.slice(-4))]?.answer ?? 'accepted';
        return { outcome: { kind }, takes: true };
      },
    });
    const references: string[] = [];
    const { submit } = gateway.gateway;
    gateway.gateway.submit = (messages, signal) => {
      for (const { to, reference } of messages) references[Number(to.slice(-4))] = reference;
      return submit(messages, signal);
    };
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const recipients = histories.map((_, place) => ({ to: mobile(place) }));
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients });
    const dispatch = dispatchNext(services, {
      gateway: gateway.name,
      organisationId: context.caller.organisationId,
    });
    while (references.length < histories.length) await new Promise((resolve) => setTimeout(resolve, 1));

    const batches: GatewayReport[][] = [];
    for (let start = 0; start < arrivals.length; start += batchSize) {
      batches.push(
        arrivals
          .slice(start, start + batchSize)
          .map(({ message, outcome }) => gateway.reportOn({ reference: references[message] ?? '' }, outcome)),
      );
    }
    const fold = () => Promise.all([foldReports(services), foldReports(services)]);
    for (const [index, batch] of batches.entries()) {
      if (index === answerAfter) {
        answered.resolve();
        if (!together) await dispatch;
      }
      // Each by a call of its own: up to 25 at once.
      await Promise.all(batch.map((report) => receiveReports(services, gateway.name, [report])));
      await fold();
    }
    answered.resolve();
    await dispatch;
    for (let replays = 0; replays < 3; replays += 1) {
      await drain(services);
      await services.travel(REPLAY_SECONDS);
    }
    await drain(services);
    return { services, campaignId: result.id };
  };

  it(
    'end in one state, with one event per change',
    async () => {
      await fc.assert(
        fc.asyncProperty(run, async (drawn) => {
          const { services, campaignId } = await play(drawn);
          const messages = await seeMessages(services, { campaignId });
          expect(messages.map(({ status, phase, delivery_code: code }) => [status, phase, code])).toEqual(
            drawn.histories.map(outcomeOf),
          );
          const events = await seeCampaignEvents(services, campaignId);
          for (const message of messages) {
            const changes = events.get(message.id) ?? [];
            const ranks = changes.map((status) => STATUS_RANK[status]);
            expect(ranks).toEqual([...ranks].sort());
            expect(new Set(changes).size).toBe(changes.length);
            expect(message.revision).toBe(1 + changes.length);
            if (message.status !== 'queued') expect(changes.at(-1)).toBe(message.status);
          }
          expect(await seeCounts(services, campaignId)).toEqual(await countStatuses(services, campaignId));
          const rows = await services.sql('SELECT 1 FROM sms_reports');
          expect(rows).toEqual([]);
        }),
        // A failure names its seed and path.
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    sized(60_000, 900_000),
  );
});

describe('reports that arrive one by one', () => {
  const keep = (gateway: string, providerId: string) =>
    storeTogether(process.db, 'sms_reports', gateway, [{ providerId }]);
  const kept = async (gateway: string) =>
    (
      await process.sql<{ reports: { providerId: string }[] }>(
        'SELECT reports FROM sms_reports WHERE gateway = $1 ORDER BY id',
        [gateway],
      )
    ).map(({ reports }) => reports.map(({ providerId }) => providerId));

  it('share a commit while another is under way, and none is lost or doubled', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => keep('one-by-one', id)));
    const portions = await kept('one-by-one');
    expect(portions.flat()).toEqual(ids);
    expect(portions.length).toBeLessThan(10);
  });

  it('are stored when the caller learns so, whatever else is waiting', async () => {
    const first = keep('honest', 'a');
    const second = keep('honest', 'b');
    await first;
    expect((await kept('honest')).flat()).toContain('a');
    await second;
    expect((await kept('honest')).flat()).toEqual(['a', 'b']);
  });

  it('that could not be stored are refused to those who brought them, and later ones are taken', async () => {
    const broken = jest.spyOn(process.db.pool, 'query').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(keep('broken', 'lost')).rejects.toThrow('away');
    broken.mockRestore();
    await keep('broken', 'kept');
    expect((await kept('broken')).flat()).toEqual(['kept']);
  });
});
