import type { CampaignRow } from '../../db/sql/sms/campaigns/campaigns.js';
import { cancelCampaign } from '../../operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../operations/sms/campaigns/pause-campaign.js';
import { rescheduleCampaign } from '../../operations/sms/campaigns/reschedule-campaign.js';
import { retryCampaign } from '../../operations/sms/campaigns/retry-campaign.js';
import type { OrganisationOptions } from '../options.js';
import { printProblem, printResult } from '../output.js';
import { isoTime, readTime } from '../times.js';
import { formatNumber, statusOf } from './progress.js';
import { describe, watchAgain, withCampaign } from './run-campaign.js';

export function pause({ json, ...options }: OrganisationOptions, given: string): Promise<void> {
  return withCampaign(options, given, async (context, input) => {
    const { campaign, waiting, alreadyDispatched } = await pauseCampaign(context, input);
    printChange(json, campaign, { waiting, already_dispatched: alreadyDispatched }, [
      `${formatNumber(waiting)} messages wait until the campaign is resumed.`,
      `${formatNumber(alreadyDispatched)} were submitted before, and cannot be called back.`,
    ]);
  });
}

export function resume({ json, ...options }: OrganisationOptions, given: string): Promise<void> {
  return withCampaign(options, given, async (context, input) => {
    const { campaign, resumed } = await resumeCampaign(context, input);
    printChange(json, campaign, { resumed }, [`${formatNumber(resumed)} messages are submitted next.`]);
  });
}

export function cancel({ json, ...options }: OrganisationOptions, given: string): Promise<void> {
  return withCampaign(options, given, async (context, input) => {
    const { campaign, cancelled, alreadyDispatched } = await cancelCampaign(context, input);
    printChange(json, campaign, { cancelled, already_dispatched: alreadyDispatched }, [
      `${formatNumber(cancelled)} messages were cancelled.`,
      `${formatNumber(alreadyDispatched)} were submitted before, and cannot be called back.`,
    ]);
  });
}

interface RescheduleOptions extends OrganisationOptions {
  readonly schedule?: string;
}

export function reschedule({ json, schedule, ...options }: RescheduleOptions, given: string): Promise<void> {
  const scheduledAt = schedule === undefined ? null : readTime('--schedule', schedule);
  return withCampaign(options, given, async (context, input) => {
    const campaign = await rescheduleCampaign(context, { ...input, scheduledAt });
    const startsAt = scheduledAt && isoTime(campaign.scheduled_at);
    printChange(json, campaign, { scheduled_at: startsAt }, [
      startsAt ? `It starts at ${startsAt}.` : 'It starts now.',
    ]);
  });
}

interface RetryOptions extends OrganisationOptions {
  readonly code?: readonly string[];
  readonly name?: string;
  readonly schedule?: string;
  readonly idempotencyKey?: string;
}

export function retry({ json, ...options }: RetryOptions, given: string): Promise<void> {
  const { code, name, schedule, idempotencyKey } = options;
  const scheduledAt = schedule === undefined ? null : readTime('--schedule', schedule);
  return withCampaign(options, given, async (context, input) => {
    const deliveryCodes = code?.map(Number);
    const retried = await retryCampaign(context, { ...input, deliveryCodes, name, scheduledAt, idempotencyKey });
    const { result, replayed } = retried;
    if (replayed) printProblem(`Campaign ${result.id} was accepted before and is not sent again.`);
    const sentence = `Campaign ${result.id} sends ${formatNumber(result.accepted)} messages again.`;
    const value = { ...describe(result, new Date()), retry_of: result.retry_of };
    printResult(json, value, `${sentence} ${watchAgain([result.id])}`);
  });
}

function printChange(json: boolean, campaign: CampaignRow, numbers: object, sentences: readonly string[]): void {
  const status = statusOf(campaign, new Date());
  printResult(json, { id: campaign.id, status, ...numbers }, [`The campaign is ${status}.`, ...sentences].join(' '));
}
