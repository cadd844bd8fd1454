import { expect, it } from '@jest/globals';
import { readRows } from '../../../src/db/lists/list.js';
import { walkRows } from '../../../src/db/lists/walk.js';
import { listDueWork } from '../../../src/db/sql/kernel/due-work.js';
import { takeReports } from '../../../src/db/sql/kernel/inbox.js';
import { listCampaignMessageRows } from '../../../src/db/sql/sms/campaigns/campaign-messages.js';
import { listDueOrganisations, moveDue, takeDue } from '../../../src/db/sql/sms/dispatch/agenda.js';
import { applyVerdict } from '../../../src/db/sql/sms/dispatch/apply-verdicts.js';
import { lockAttemptsOfParts, readParts, writePartCodes } from '../../../src/db/sql/sms/dispatch/attempt-parts.js';
import { findAttemptsByProviderId, recordReportedFailures } from '../../../src/db/sql/sms/dispatch/attempts.js';
import { claimInDoubt, claimMessages } from '../../../src/db/sql/sms/dispatch/claim-messages.js';
import { leaseDue } from '../../../src/db/sql/sms/dispatch/leases.js';
import { findOptOuts } from '../../../src/db/sql/sms/gateways/gateway-opt-outs.js';
import {
  findCancelled,
  findDestinations,
  findInDoubt,
  findOverdue,
  listCancellable,
  lockAllButSubmitting,
  lockWaiting,
} from '../../../src/db/sql/sms/messages/message-states.js';
import { SMS_MESSAGES } from '../../../src/db/sql/sms/messages/messages.js';
import { redactMessages } from '../../../src/db/sql/sms/messages/old-messages.js';
import { SMS_SEARCH } from '../../../src/db/sql/sms/messages/search-messages.js';
import { suppressRecipients } from '../../../src/db/sql/sms/recipients/insert-suppressions.js';
import { markRefusedSenders } from '../../../src/db/sql/sms/senders/rejected-senders.js';
import { PRIORITIES } from '../../../src/domain/sms/priority.js';
import { CANCELLABLE, DELIVERED, judgeAnswer } from '../../../src/domain/sms/verdict.js';
import { DUE_PURPOSES } from '../../../src/domain/vocabulary.js';
import { CAMPAIGN, ORGANISATION } from '../../support/database/plan-rows.js';
import { type AnyTx, describePlans, usePlans } from '../../support/database/plans.js';

describePlans('plans of statements on a hundred thousand messages', () => {
  const { planOf } = usePlans();
  const ids = [ORGANISATION];
  const phases = ['submitting', 'in_doubt'] as const;
  const accepted = { messageIds: ids, attempt: 1, verdict: judgeAnswer({ kind: 'accepted' }, 1), nextInSeconds: 1 };
  const byKey: readonly (readonly [string, (tx: AnyTx) => Promise<unknown>])[] = [
    ['claims messages', (tx) => claimMessages(tx, 'north', ids)],
    ['claims what is in doubt', (tx) => claimInDoubt(tx, 'north', ids)],
    ['settles', (tx) => applyVerdict(tx, accepted, { phases, onlyForward: false })],
    ['folds reports', (tx) => applyVerdict(tx, { ...accepted, verdict: DELIVERED }, { phases, onlyForward: true })],
    ['locks what is reported on', (tx) => lockAllButSubmitting(tx, ids)],
    ['looks for what was cancelled', (tx) => findCancelled(tx, ids)],
    [
      'keeps reported failures',
      (tx) => recordReportedFailures(tx, [{ messageId: ORGANISATION, deliveryCode: 502, rawCode: null }]),
    ],
    ['moves what has to go elsewhere, row by row', (tx) => moveDue(tx, 'north', 'south', PRIORITIES)],
    ['looks for what is in doubt', (tx) => findInDoubt(tx, 'north', ids)],
    ['looks for destinations', (tx) => findDestinations(tx, ids)],
    ['takes what has to go elsewhere', (tx) => takeDue(tx, 'north', PRIORITIES)],
    ['looks for what is overdue', (tx) => findOverdue(tx, ids, { phase: 'paused', expiring: phases })],
    ['holds what is ready', (tx) => lockWaiting(tx, ids)],
    [
      'suppresses recipients',
      (tx) => suppressRecipients(tx, ids, { forSenderOnly: true, deliveryCode: 406, reason: null }),
    ],
    ['marks refused sender ids', (tx) => markRefusedSenders(tx, 'north', ids)],
    ['redacts', (tx) => redactMessages(tx, ids)],
    ['lists messages', (tx) => readRows(tx, SMS_MESSAGES, {}, { size: 100, backwards: false, from: null })],
  ];

  it.each(byKey)(
    'the statement that %s follows the primary key of the messages and scans no table',
    async (_name, query) => {
      const used = await planOf(query);
      expect(used.filter(({ by }) => by === 'Seq Scan' || by.startsWith('sms_messages_campaign'))).toEqual([]);
      expect(used.map(({ by }) => by)).toContain('sms_messages_pkey');
    },
  );

  const slice = { size: 100, backwards: false, from: [5_000] } as const;
  const byCampaign: readonly (readonly [string, (tx: AnyTx) => Promise<unknown>])[] = [
    ['the first page', (tx) => listCampaignMessageRows(tx, CAMPAIGN, {}, { ...slice, from: null })],
    ['a page in the middle', (tx) => listCampaignMessageRows(tx, CAMPAIGN, {}, slice)],
    ['a page of whole rows', (tx) => listCampaignMessageRows(tx, CAMPAIGN, {}, slice, { whole: true })],
    ['a page backwards', (tx) => listCampaignMessageRows(tx, CAMPAIGN, {}, { ...slice, backwards: true })],
    ['a filtered page', (tx) => listCampaignMessageRows(tx, CAMPAIGN, { messageStatus: 'failed' }, slice)],
    ['what can be cancelled', (tx) => listCancellable(tx, CAMPAIGN, CANCELLABLE)],
  ];

  it.each(byCampaign)('of a campaign, %s is found along the index of the campaign', async (_name, query) => {
    const used = (await planOf(query)).filter(({ table }) => table === 'sms_messages' || table === '');
    expect(used.map(({ by }) => by)).toEqual(['sms_messages_campaign']);
  });

  it('messages to a number are found along the index by number, and at their places in campaigns', async () => {
    const used = await planOf((tx) =>
      walkRows(tx, SMS_SEARCH, { to: '1' }, { size: 100, backwards: false, from: ids }),
    );
    const indexes = used.filter(({ table }) => table === 'sms_messages').map(({ by }) => by);
    expect(new Set(indexes)).toEqual(new Set(['sms_messages_mobile', 'sms_messages_campaign', 'sms_messages_pkey']));
  });

  it('leasing follows the agenda, and taking reports their times', async () => {
    const request = {
      organisationId: ORGANISATION,
      gateway: 'north',
      purpose: 'dispatch',
      leaseId: ORGANISATION,
      leaseSeconds: 60,
      limit: 500,
    } as const;
    for (const purpose of DUE_PURPOSES) {
      const lease = await planOf((tx) => leaseDue(tx, { ...request, purpose }));
      expect(lease.filter(({ table, by }) => table === 'sms_due' && by === 'Seq Scan')).toEqual([]);
      // Once for the oldest row, and once for others; the primary key changes these rows.
      expect(lease.filter(({ by }) => by === `sms_due_${purpose}`)).toHaveLength(2);
    }
    const reports = await planOf((tx) => takeReports(tx, 'sms_reports', 1_000));
    expect(reports.filter(({ table, by }) => table === 'sms_reports' && by === 'Seq Scan')).toEqual([]);
    expect(reports.map(({ by }) => by)).toContain('sms_reports_due');
  });

  it('what is due, or soon will be, is told by times alone', async () => {
    const look = { gateways: ['north', 'south'], horizonMs: 2_000, reachable: null };
    const used = await planOf((tx) => listDueWork(tx, look));
    // The other tables are empty here.
    for (const by of ['sms_due_by_time', 'sms_reports_due', 'webhook_endpoints_due']) {
      expect(used.map((node) => node.by)).toContain(by);
    }
  });

  it('whether anything is due is told by time, not by looking at each organisation', async () => {
    const used = await planOf((tx) => listDueOrganisations(tx, 'dispatch', 'north'));
    expect(used).toContainEqual({ table: 'sms_due', by: 'sms_due_by_time' });
    expect(used.filter(({ by }) => by === 'Seq Scan')).toEqual([]);
  });

  it('opt-outs are looked for along their key, also whether the gateway has any', async () => {
    const found = await planOf((tx) => findOptOuts(tx, 'north', [Buffer.alloc(32)]));
    expect(found).toEqual([{ table: 'gateway_opt_outs', by: 'gateway_opt_outs_pkey' }]);
    const claimed = await planOf((tx) => claimMessages(tx, 'north', ids));
    expect(claimed.filter(({ table }) => table === 'gateway_opt_outs')).toEqual(found);
  });

  const attempt = { organisation_id: ORGANISATION, message_id: ORGANISATION, number: 1 };
  const byGatewayId: readonly (readonly [string, readonly string[], (tx: AnyTx) => Promise<unknown>])[] = [
    ['the attempt of a report', ['sms_attempts_provider'], (tx) => findAttemptsByProviderId(tx, 'north', ids)],
    [
      'the attempt of a part',
      ['sms_attempt_parts_provider', 'sms_attempts_pkey'],
      (tx) => lockAttemptsOfParts(tx, 'north', ids),
    ],
    ['a part', ['sms_attempt_parts_provider'], (tx) => writePartCodes(tx, 'north', new Map([['x', 100]]))],
    ['the other parts', ['sms_attempt_parts_pkey'], (tx) => readParts(tx, [attempt])],
  ];

  it.each(byGatewayId)('%s is found along the index of ids, not by scanning', async (_name, indexes, query) => {
    const used = (await planOf(query)).map(({ by }) => by);
    expect(used.toSorted()).toEqual(indexes);
  });

  it('the check sees a scan where there is one', async () => {
    const scan = await planOf((tx) => tx.sql(`SELECT 1 FROM sms_messages WHERE body = :body`, { body: '1' }));
    expect(scan).toContainEqual({ table: 'sms_messages', by: expect.stringMatching(/Seq Scan/) });
  });
});
