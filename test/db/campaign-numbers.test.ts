import { expect, it } from '@jest/globals';
import { FILL } from '../../src/db/migrations/0053-campaign-numbers.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { wronglyDerivedOf } from '../support/derived-from-messages.js';
import { mobiles, newOrganisation } from '../support/services.js';
import { useServices } from '../support/use-services.js';

const process = useServices();

it('migration 0053 finds stored numbers of campaigns: behind gaps, in a second row, malformed, but no redacted ones', async () => {
  const context = await newOrganisation(process);
  const { organisationId } = context.caller;
  const recipients = mobiles(600).with(200, { to: 'unknown' });
  await sendBulkSms(context, { message: 'Hello', recipients, scheduledAt: new Date(Date.now() + 3_600_000) });
  const { superuser } = process;
  const wrong = async () => (await superuser.query<{ wrong: string }>(wronglyDerivedOf(organisationId))).rows;
  expect(await wrong()).toEqual([]);

  const own = 'organisation_id = $1 AND position =';
  await superuser.query(`DELETE FROM sms_messages WHERE ${own} 150`, [organisationId]);
  await superuser.query(`UPDATE sms_messages SET mobile = NULL WHERE ${own} 151`, [organisationId]);
  const numbers = async () => (await wrong()).filter((row) => row.wrong.includes('number'));
  expect(await numbers()).toHaveLength(2);
  await superuser.query('DELETE FROM campaign_numbers WHERE organisation_id = $1', [organisationId]);
  expect(await numbers()).toHaveLength(498);
  await superuser.query(FILL);
  expect(await numbers()).toEqual([]);
});
