import {
  type BulkPlan,
  countsOf,
  type EncodingShare,
  encodingsOf,
  messagesPaid,
  type PlanCounts,
  type PlannedRecipient,
  type Problem,
  problemsOf,
  type Sample,
  type SmartEncodingEffect,
  samplesOf,
  secondsAtPace,
  segmentsOf,
  smartEncodingOf,
} from '../../../domain/sms/bulk-plan.js';
import { hashBulkInput, type SignedPreview, signPreview } from '../../../domain/sms/preview-token.js';
import { createSemaphore } from '../../../lib/async/semaphore.js';
import { runYielding } from '../../../lib/async/yield.js';
import type { Context } from '../../context.js';
import { recentCredit } from '../gateways/credit.js';
import { checkBulk, planBulk, type SendBulkSmsInput } from './plan-bulk-sms.js';

export interface GatewayShare {
  readonly gateway: string;
  readonly messages: number;
  readonly segments: number;
  /** How many of these messages, from the first, the gateway's credit pays for; null if that is not known. */
  readonly creditFor: number | null;
}

export interface BulkPreview extends PlanCounts, SignedPreview {
  readonly encodings: readonly EncodingShare[];
  readonly gateways: readonly GatewayShare[];
  readonly samples: readonly Sample[];
  readonly smartEncoding: SmartEncodingEffect | null;
  readonly problems: readonly Problem[];
  readonly startsAt: Date;
  readonly estimatedEndAt: Date | null;
  readonly validUntil: Date | null;
}

/**
 * Previews have a semaphore of their own, so that no program's send waits for the previews of people. Few wait, because
 * each keeps its recipients in memory; others are refused with Retry-After.
 */
const PREVIEWS_AT_ONCE = 1;
const PREVIEWS_WAITING = 20;
const semaphore = createSemaphore(PREVIEWS_AT_ONCE, PREVIEWS_WAITING);

/** Runs all checks of `sendBulkSms`, and says what it would do. It stores nothing. */
export async function previewBulkSms(context: Context, input: SendBulkSmsInput): Promise<BulkPreview> {
  const { plan, inputHash } = await semaphore(() => planOf(context, input));
  const startsAt = input.scheduledAt ?? new Date();
  const seconds = secondsAtPace(plan, (gateway) => context.gateways.get(gateway)?.pace);
  const gateways = await Promise.all([...plan.byGateway].map((share) => shareOf(context, share)));
  return {
    ...countsOf(plan),
    encodings: encodingsOf(plan),
    gateways: gateways.toSorted((a, b) => b.messages - a.messages || (a.gateway < b.gateway ? -1 : 1)),
    samples: samplesOf(plan),
    smartEncoding: smartEncodingOf(plan),
    problems: problemsOf(plan),
    startsAt,
    validUntil: input.validUntil ?? null,
    estimatedEndAt: seconds === null ? null : new Date(startsAt.getTime() + seconds * 1000),
    ...signPreview(context.secretKey, context.caller, inputHash, plan),
  };
}

async function planOf(context: Context, input: SendBulkSmsInput): Promise<{ plan: BulkPlan; inputHash: string }> {
  const checked = await checkBulk(context, input);
  const inputHash = await runYielding(hashBulkInput(input));
  const plan = await context.db.inOrganisation(context.caller.organisationId, (tx) => planBulk(tx, context, checked));
  return { plan, inputHash };
}

/** The credit is asked for outside of the semaphore: a slow gateway must not keep other previews waiting. */
async function shareOf(
  context: Context,
  [gateway, recipients]: readonly [string, readonly PlannedRecipient[]],
): Promise<GatewayShare> {
  const configured = context.gateways.get(gateway);
  const price = configured?.pricePerSegment ?? null;
  const credit = configured && price !== null ? await recentCredit(context, configured.gateway) : null;
  return {
    gateway,
    messages: recipients.length,
    segments: segmentsOf(recipients),
    creditFor: credit === null || price === null ? null : messagesPaid(recipients, credit, price),
  };
}
