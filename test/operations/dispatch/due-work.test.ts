import { beforeEach, expect, it } from '@jest/globals';
import { storeReports } from '../../../src/db/sql/kernel/inbox.js';
import { scheduleDue } from '../../../src/db/sql/sms/dispatch/agenda.js';
import { FIRST_OF_CAMPAIGN, PRIORITY, type Priority } from '../../../src/domain/sms/priority.js';
import type { DuePurpose } from '../../../src/domain/vocabulary.js';
import { newId } from '../../../src/lib/ids.js';
import { type DueWork, findDueWork } from '../../../src/operations/kernel/due-work.js';
import { writeMail } from '../../../src/operations/people/write-mail.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { isOnCitus } from '../../support/database/database.js';
import { createProgrammableGateway, NO_CREDIT } from '../../support/gateways/programmable-gateway.js';
import { drain, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { newEndpoint } from '../../support/webhooks.js';

const services = useServices({
  gateways: [createProgrammableGateway({ name: 'one' }), createProgrammableGateway({ name: 'two' })],
});

const TABLES = ['sms_due', 'sms_reports', 'chat_reports', 'mails', 'webhook_endpoints', 'gateway_accounts'];

beforeEach(async () => {
  for (const table of TABLES) await services.sql(`DELETE FROM ${table}`);
});

async function putOnAgenda(
  gateway: string,
  purpose: DuePurpose,
  rows = 1,
  inSeconds = 0,
  priority: Priority = PRIORITY.single,
): Promise<void> {
  const { caller } = await newOrganisation(services);
  const due = Array.from({ length: rows }, () => ({
    gateway,
    purpose,
    due: inSeconds,
    messageIds: [newId()],
    priority,
  }));
  await services.db.inOrganisation(caller.organisationId, (tx) => scheduleDue(tx, due));
}

it('finds nothing if nothing is due yet', async () => {
  await putOnAgenda('one', 'dispatch', 1, 60);
  await storeReports(services.db, 'sms_reports', 'one', [{}], 60);
  expect(await findDueWork(services, 0)).toEqual([]);
});

it('finds what is due on the agenda, by gateway and purpose, whoever it belongs to', async () => {
  await putOnAgenda('one', 'dispatch');
  await putOnAgenda('one', 'dispatch');
  await putOnAgenda('one', 'report');
  await putOnAgenda('two', 'hold');
  await putOnAgenda('two', 'dispatch', 1, 0, FIRST_OF_CAMPAIGN.campaign);
  await putOnAgenda('of another worker', 'resolve');
  const due = await findDueWork(services, 0);
  expect(due).toHaveLength(4);
  expect(due).toEqual(
    expect.arrayContaining([
      { work: 'dispatch', gateway: 'one', due_in_ms: 0 },
      { work: 'report', gateway: 'one', due_in_ms: 0 },
      { work: 'hold', gateway: 'two', due_in_ms: 0 },
      { work: 'campaigns', gateway: 'two', due_in_ms: 0 },
    ]),
  );
});

it('takes every purpose for due behind a long backlog of one', async () => {
  await putOnAgenda('one', 'dispatch', 150);
  await putOnAgenda('one', 'resolve');
  const due = await findDueWork(services, 0);
  const purposes = due.map(({ work, gateway }) => `${work} ${gateway}`).sort();
  // On Citus the nodes read the whole backlog, at the same time.
  const [before, others] = isOnCitus()
    ? [[], []]
    : [
        ['approval one', 'campaigns one'],
        ['hold one', 'report one'],
      ];
  expect(purposes).toEqual([...before, 'dispatch one', ...others, 'resolve one']);
});

it('finds stored reports, mails, and webhooks', async () => {
  const context = await newOrganisation(services);
  await storeReports(services.db, 'sms_reports', 'one', [{}], 0);
  await storeReports(services.db, 'chat_reports', 'one', [{}], 0);
  await services.db.amongPeople((tx) => writeMail(tx, services, { to: 'ada@example.org', subject: '', text: '' }, 10));
  await newEndpoint(context, 'http://127.0.0.1:9/');
  const due = await findDueWork(services, 0);
  expect(due.map(({ work }) => work).sort()).toEqual(['chat-reports', 'mails', 'sms-reports', 'webhooks']);
});

/** In portions of ten seconds, since making the rows takes time. */
const inTens = (due: readonly DueWork[]) =>
  due.map(({ work, gateway, due_in_ms }) => [work, gateway, Math.ceil(due_in_ms / 10_000) * 10]).sort();

it('tells when work comes due before the horizon', async () => {
  await putOnAgenda('one', 'dispatch', 3, 40);
  await putOnAgenda('one', 'dispatch', 1, 20);
  await putOnAgenda('two', 'report', 1, 300);
  await storeReports(services.db, 'sms_reports', 'one', [{}], 30);
  const context = await newOrganisation(services);
  await newEndpoint(context, 'http://127.0.0.1:9/');
  await services.sql("UPDATE webhook_endpoints SET not_before = now() + interval '50 seconds'");
  await newEndpoint(context, 'http://127.0.0.1:9/idle');
  await services.sql("UPDATE webhook_endpoints SET due_at = 'infinity' WHERE url LIKE '%idle'");

  expect(inTens(await findDueWork(services, 100_000))).toEqual([
    ['dispatch', 'one', 20],
    ['sms-reports', null, 30],
    ['webhooks', null, 50],
  ]);
});

it('takes every purpose for due where the rows end that it has read', async () => {
  await putOnAgenda('one', 'dispatch', 99, 20);
  await putOnAgenda('one', 'dispatch', 50, 40);
  await putOnAgenda('one', 'resolve', 1, 60);
  // On Citus the nodes read all rows.
  const others = isOnCitus()
    ? [['resolve', 'one', 60]]
    : ['approval', 'campaigns', 'hold', 'report', 'resolve'].map((purpose) => [purpose, 'one', 40]);
  expect(inTens(await findDueWork(services, 100_000))).toEqual([['dispatch', 'one', 20], ...others].sort());
});

it('finds a gateway whose balance is to be asked', async () => {
  const empty = createProgrammableGateway({ name: 'empty', react: () => NO_CREDIT });
  const process = withGateways(services, { gateways: [empty] });
  await sendBulkSms(await newOrganisation(process), { message: 'Hello', recipients: mobiles(1) });
  await drain(process);
  expect(await findDueWork(process, 0)).toEqual([]);
  await services.travel(31);
  expect(await findDueWork(process, 0)).toEqual([{ work: 'probe', gateway: 'empty', due_in_ms: 0 }]);
});
