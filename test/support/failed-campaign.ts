import type { Customer, TestApi } from '../http/start-api.js';

/** A campaign whose one message has failed with 402, as if a gateway had refused it. Returns its id. */
export async function addFailedCampaign({ sql }: TestApi, customer: Customer): Promise<string> {
  const bulk = { message: 'Hello', recipients: ['12025550110'] };
  const { campaign_id: id } = (await customer.call('POST', '/v1/sms/send-bulk/', bulk)).body;
  await sql(
    `UPDATE sms_messages
     SET status = 'failed', phase = 'done', delivery_code = 402, attempt = 1, gateway = 'sandbox', submitted_at = now()
     WHERE campaign_id = $1`,
    [id],
  );
  await sql('UPDATE campaigns SET started_at = now() WHERE id = $1', [id]);
  await sql('UPDATE campaign_progress SET queued = 0, failed = 1, completed_at = now() WHERE campaign_id = $1', [id]);
  await sql(`DELETE FROM sms_due WHERE organisation_id = $1`, [customer.organisationId]);
  return id;
}
