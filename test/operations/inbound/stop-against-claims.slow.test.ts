import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { foldInbound } from '../../../src/operations/sms/inbound/fold-inbound.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { drain, mobile, mobiles, newOrganisation, onBehalfOf, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const PEOPLE = 1_000;
const NUMBER = '20880';
const process = useServices();

it('no message is claimed after a STOP was stored, while a thousand people say it amid the claims', async () => {
  const gateway = createProgrammableGateway({ name: 'amid', delayMs: 2 });
  const { caller } = await newOrganisation(process);
  const { organisationId } = caller;
  const numbers = [{ number: NUMBER, keyword: null, gateways: [gateway.name], organisationId }];
  const services = withGateways(process, { gateways: [gateway], numbers, policy: { batchSize: 20 } });
  await sendBulkSms(onBehalfOf(services, organisationId), { message: 'Hello', recipients: mobiles(PEOPLE) });
  const clock = async () => (await services.sql('SELECT clock_timestamp() AS now'))[0].now as Date;

  const storedAt = new Map<string, Date>();
  let isDone = false;
  const dispatching = drain(services, 4).finally(() => {
    isDone = true;
  });
  // As the claims go on, from the last number to the first, so that some are before them, and some behind.
  for (let place = PEOPLE - 1; place >= 0; place -= 20) {
    const from = Array.from({ length: 20 }, (_, index) => mobile(place - index));
    await receiveInbound(
      services,
      gateway.name,
      from.map((number) => ({ key: number, from: number, to: NUMBER, text: 'STOP' })),
    );
    await Promise.all([foldInbound(services), foldInbound(services)]);
    const now = await clock();
    const rows = await services.sql('SELECT mobile FROM suppressions WHERE organisation_id = $1', [organisationId]);
    for (const { mobile: number } of rows) if (!storedAt.has(number)) storedAt.set(number, now);
    if (isDone) break;
    await sleep(5);
  }
  await dispatching;
  await drain(services);

  const rows = await services.sql(
    'SELECT mobile, status, submitted_at FROM sms_messages WHERE organisation_id = $1 AND campaign_id IS NOT NULL',
    [organisationId],
  );
  // Without the answers to STOP.
  const taken = new Set(gateway.journal.filter(({ text }) => text === 'Hello').map(({ to }) => to));
  const late = rows.filter((row) => (storedAt.get(row.mobile) ?? row.submitted_at) < row.submitted_at);
  expect(late.length).toBeGreaterThan(50);
  expect(taken.size).toBeGreaterThan(50);
  expect(late.filter((row) => row.status !== 'blocked' || taken.has(row.mobile))).toEqual([]);
  expect(rows.filter((row) => row.status !== (taken.has(row.mobile) ? 'sent' : 'blocked'))).toEqual([]);
});
