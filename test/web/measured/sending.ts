import type { Page } from 'playwright-core';
import { CAMPAIGN_SIZE, type Environment } from './environment.js';

type Stage = Environment['stage'];
type Sent = { readonly sendBulkSms: { readonly campaign: { readonly id: string } } };

const SEND =
  'mutation Send($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { campaign { id } userErrors { message } } }';
/** Numbers with which the sandbox refuses or loses a message. */
const FAILING = ['12025550111', '12025550120', '12025550116', '12025550110'];

/** To the sandbox; four of them do not arrive if there are more than 400. Returns the id. */
export function send(stage: Stage, name: string, size: number, more = {}): Promise<string> {
  const recipients = Array.from({ length: size }, (_, at) => FAILING[at / 100 - 1] ?? `${12025550200 + at}`);
  return stage.sendCampaign(name, recipients, more);
}

export async function finished(stage: Stage, id: string): Promise<void> {
  for (;;) {
    const { campaign } = await stage.api<{ campaign: { status: string } }>(
      'query Status($id: UUID!) { campaign(id: $id) { status } }',
      { id },
    );
    if (campaign.status === 'COMPLETED') return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** A live campaign to numbers with this prefix, sent by the person who has the page open. */
export async function sendLive(stage: Stage, page: Page, prefix: string, name: string): Promise<string> {
  const recipients = Array.from({ length: CAMPAIGN_SIZE }, (_, at) => ({
    to: `${prefix}${String(at).padStart(4, '0')}`,
  }));
  const input = { name, message: 'Hello', recipients };
  const { sendBulkSms } = await stage.callAs<Sent>(page, SEND, { input });
  return sendBulkSms.campaign.id;
}
