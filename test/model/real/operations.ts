import type { OrganisationTx } from '../../../src/db/postgres/transaction.js';
import type { ClaimedMessage } from '../../../src/db/sql/sms/dispatch/claim-messages.js';
import type { LeasedRow } from '../../../src/db/sql/sms/dispatch/leases.js';
import { PostriderError } from '../../../src/domain/errors.js';
import { CODE_OF } from '../../../src/domain/sms/delivery-codes.js';
import type { SubmitResult } from '../../../src/domain/sms/gateway.js';
import { PRIORITY } from '../../../src/domain/sms/priority.js';
import { encodeReference } from '../../../src/domain/sms/reference.js';
import { IN_DOUBT, OUTCOME_UNKNOWN } from '../../../src/domain/sms/verdict.js';
import { DatabaseClock } from '../../../src/lib/database-clock.js';
import { newId } from '../../../src/lib/ids.js';
import { type Context, configuredGateway } from '../../../src/operations/context.js';
import { cancelForgottenCampaigns } from '../../../src/operations/sms/campaigns/cancel-forgotten.js';
import { pauseCampaign, resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { type Batch, NOTHING_CLAIMED } from '../../../src/operations/sms/dispatch/claim.js';
import { leaveOutDelivered } from '../../../src/operations/sms/dispatch/earlier-tries.js';
import { expireNext } from '../../../src/operations/sms/dispatch/expire.js';
import { failOver } from '../../../src/operations/sms/dispatch/fail-over.js';
import { closeLease, giveBackUnclaimed, type Lease, openLease } from '../../../src/operations/sms/dispatch/lease.js';
import {
  claimAgain,
  decideByPolicy,
  leaseDoubt,
  lookUp,
  resolutionFor,
  settleAgain,
  submitAgain,
} from '../../../src/operations/sms/dispatch/resolve.js';
import { resumeAccount } from '../../../src/operations/sms/dispatch/resume.js';
import type { Submission } from '../../../src/operations/sms/dispatch/submit.js';
import { claimMore, leaseAndClaim, settle } from '../../../src/operations/sms/dispatch/turn.js';
import { applyKeywords, type KeywordCandidate } from '../../../src/operations/sms/inbound/apply-keywords.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { mobile } from '../../support/services.js';
import { ANSWERS, type Answer, isTaken } from '../answers.js';
import type { Claim } from '../claims.js';
import type { Doubt, Spared } from '../doubts.js';
import type { DueRow, GatewayName, MessageRow, Tables } from '../tables.js';
import { AGES, LEASES, providerIdOf, type Seeded } from './seed.js';

/** What a transaction of the model is about; each has those of its name. */
export interface Given {
  readonly row: DueRow;
  readonly own: Claim;
  readonly answer: Answer;
  readonly doubt: Doubt;
  readonly isFound: boolean;
  readonly found: Spared;
  readonly message: number;
  readonly from: GatewayName;
  readonly gateway: GatewayName;
}

export interface Scene extends Seeded {
  readonly context: Context;
  readonly before: Tables;
}

type Doubtful = Parameters<typeof lookUp>[3];
export type Operation = (scene: Scene, parameters: Given) => Promise<unknown>;

const RETENTION_DAYS = 30;

/** The operations that must do what a transaction of the model does, each alone. */
export const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  leaseAndClaim: [async (scene, { row }) => claimedOf(await leaseAndClaim(...at(scene, row.gateway)))],
  lease: [
    (scene, { row }) =>
      inOrganisation(scene, (tx) => openLease(tx, scene.context, configuredGateway(scene.context, row.gateway))),
  ],
  claimMore: [
    async (scene, { row }) => {
      const rest = { lease: leaseOf(scene, row.tries), left: [idOf(scene, row.message)], settling: Promise.resolve() };
      return claimedOf(await claimMore(...at(scene, row.gateway), rest));
    },
  ],
  closeLease: [(scene) => inOrganisation(scene, (tx) => closeLease(tx, leaseOf(scene), []))],
  // At the end of a turn, and after a claim that PostgreSQL has refused.
  returnLeft: [
    (scene) => inOrganisation(scene, (tx) => closeLease(tx, leaseOf(scene), scene.messageIds)),
    (scene) => giveBack(scene, new Error('deadlock detected')),
  ],
  giveBack: [(scene) => giveBack(scene, new Error('Connection terminated unexpectedly'))],
  settle: [settleAnswer],
  leaveOutDelivered: [
    async (scene, { own }) => {
      const [services, configured, { organisationId }] = at(scene, own.gateway);
      const left = await leaveOutDelivered(services, configured, organisationId, batchOf(scene, own));
      return left.messages.length === 0;
    },
  ],
  leaseDoubt: [leaseOneDoubt],
  claimInDoubt: [
    async (scene, { doubt }) => {
      const [services, , turn] = at(scene, doubt.gateway);
      const { batch, spared } = await claimAgain(services, turn, doubtOf(scene, doubt));
      const [left] = spared;
      if (!left) return claimedOf({ batch });
      return left.verdict === OUTCOME_UNKNOWN ? 'ends' : 'waits';
    },
  ],
  spare: [
    (scene, { doubt, found }) => {
      const verdict = found === 'delivered' ? OUTCOME_UNKNOWN : IN_DOUBT;
      const spared = found ? [{ ...claimOf(scene, doubt), verdict }] : [];
      const submission: Submission = { answers: new Map(), requestedAt: new Date() };
      const nothing = { batch: NOTHING_CLAIMED, spared, submission };
      return settleAgain(...at(scene, doubt.gateway), doubtOf(scene, doubt), nothing);
    },
  ],
  writeLookUp: [lookUpDoubt],
  decide: [(scene, { doubt }) => decideByPolicy(...at(scene, doubt.gateway), doubtOf(scene, doubt))],
  expire: [
    (scene, { row }) => {
      const [services, , turn] = at(scene, row.gateway);
      return expireNext(services, turn, row.purpose as 'hold' | 'report');
    },
  ],
  fold: [({ context }) => foldReports(context)],
  cancel: [({ context, messageIds }, { message }) => cancelMessage(context, { messageId: messageIds[message] ?? '' })],
  pause: [
    ({ context, campaignIds }, { message }) => pauseCampaign(context, { campaignId: campaignIds[message] ?? '' }),
  ],
  resume: [
    ({ context, campaignIds }, { message }) => resumeCampaign(context, { campaignId: campaignIds[message] ?? '' }),
  ],
  retry: [({ context, campaignIds }) => retryCampaign(context, { campaignId: campaignIds.at(-1) ?? '' })],
  stop: [
    (scene, { message }) =>
      inOrganisation(scene, (tx) =>
        applyKeywords(tx, scene.context.secretKeys, { stopScope: 'all' }, [stopFrom(mobile(message))]),
      ),
  ],
  cancelForgotten: [({ context, organisationId }) => cancelForgottenCampaigns(context, organisationId, RETENTION_DAYS)],
  failOver: [
    (scene, { from }) => {
      const [services, , turn] = at(scene, from);
      return failOver(services, turn);
    },
  ],
  creditIsBack: [({ context, organisationId }, { gateway }) => resumeAccount(context, organisationId, gateway)],
};

/** What transactions of these names tell their worker. Their operations return the same. */
export const TOLD: Readonly<Record<string, (result: unknown) => unknown>> = {
  leaseAndClaim: toldOfClaimed,
  claimMore: toldOfClaimed,
  claimInDoubt(result) {
    if (typeof result === 'string') return result === 'delivered' ? 'ends' : 'waits';
    return toldOfClaimed(result);
  },
  leaseDoubt: (result) => result && { ...toldOfClaim(result), means: (result as Doubt).means },
  leaveOutDelivered: (result) => result !== null,
};

function toldOfClaim(result: unknown) {
  if (result === null) return null;
  const { attempt, claim } = result as Claim;
  return { attempt, claim };
}

function toldOfClaimed(result: unknown) {
  return result && { ...toldOfClaim(result), isStopped: (result as Claim).isStopped };
}

/** What the API refuses changes nothing. */
export async function perform(operation: Operation, scene: Scene, given: Given): Promise<unknown> {
  try {
    return await operation(scene, given);
  } catch (error) {
    if (!(error instanceof PostriderError)) throw error;
    return null;
  }
}

function claimedOf(claimed: { readonly batch: Batch } | null) {
  const message = claimed?.batch.messages[0];
  return message ? { ...toldOfClaim(message), isStopped: message.suppressed_by !== null } : null;
}

async function leaseOneDoubt(scene: Scene, { row }: Given) {
  const [services, configured, turn] = at(scene, row.gateway);
  const doubt = await leaseDoubt(services, configured, turn);
  const [message] = doubt === null || doubt === 'reports first' ? [] : doubt.messages;
  if (!message) return null;
  const resolve = resolutionFor(services, configured, doubt as Doubtful);
  const means = { [submitAgain.name]: 'submit again', [lookUp.name]: 'look up', [decideByPolicy.name]: 'policy' };
  return { ...toldOfClaim(message), means: means[resolve.name] };
}

function at({ context, organisationId }: Scene, gateway: GatewayName) {
  return [context, configuredGateway(context, gateway), { gateway, organisationId }] as const;
}

function inOrganisation<Result>(
  { context, organisationId }: Scene,
  work: (tx: OrganisationTx) => Promise<Result>,
): Promise<Result> {
  return context.db.inOrganisation(organisationId, work);
}

const idOf = ({ messageIds }: Scene, i: number) => messageIds[i] ?? '';

/** The lease of the worker, whose rows may have passed to another. */
function leaseOf(scene: Scene, tries = 0): Lease {
  const own = scene.before.agenda.filter(({ lease }) => lease === 'A');
  return {
    id: LEASES.own,
    rowIds: scene.leasedIds,
    messageIds: own.map(({ message }) => idOf(scene, message)),
    tries,
    priority: PRIORITY.single,
    isOvertaken: false,
    isAccountPaused: false,
    lastClaimAtMs: Infinity,
    endsAtMs: Infinity,
  };
}

function giveBack(scene: Scene, error: Error): Promise<void> {
  return giveBackUnclaimed(scene.context, scene.organisationId, {
    lease: leaseOf(scene),
    left: scene.messageIds,
    error,
  });
}

function claimOf(scene: Scene, { message, attempt, claim }: Claim) {
  return { messageId: idOf(scene, message), attempt, claim };
}

/** As `claimMessages` has returned it. */
function batchOf(scene: Scene, own: Claim): Batch {
  const { messageId: id, attempt, claim } = claimOf(scene, own);
  const message: ClaimedMessage = {
    id,
    attempt,
    claim,
    mobile: mobile(own.message),
    text: 'Hello',
    sender_id: null,
    segments: 1,
    test: false,
    promotional: false,
    starts_campaign: null,
    is_paused: false,
    is_sender_rejected: false,
    is_retry: own.message > 0,
    inbound_gateway: null,
    is_answer: false,
    suppressed_by: own.isStopped ? CODE_OF.UserInBlacklist : null,
    has_erased_suppressions: null,
    gateway_has_opt_outs: null,
  };
  return { messages: [message], traces: [], tried: 1, waitMs: 0 };
}

function referenceOf(scene: Scene, { message, attempt }: Claim): string {
  return encodeReference({ organisationId: scene.organisationId, messageId: idOf(scene, message), attempt });
}

function settleAnswer(scene: Scene, { own, answer }: Given): Promise<void> {
  const batch = batchOf(scene, own);
  const reference = referenceOf(scene, own);
  const providerId = isTaken(answer) ? { providerId: providerIdOf(reference) } : {};
  const result: SubmitResult = { reference, outcome: ANSWERS[answer], ...providerId };
  // What was claimed after a STOP is not submitted.
  const answers = new Map(own.isStopped ? [] : [[idOf(scene, own.message), result]]);
  const submission = { answers, requestedAt: new Date() };
  if (!own.isRepeated) {
    const lease = leaseOf(scene, own.tries.backOff);
    return settle(...at(scene, own.gateway), { lease, batch, submission, endsLease: true });
  }
  return settleAgain(...at(scene, own.gateway), doubtOf(scene, own), { batch, spared: [], submission });
}

function stopFrom(sender: string): KeywordCandidate {
  const said = { text: 'STOP', keyword: 'stop', own_number: '20880', received_at: new Date().toISOString() } as const;
  return { id: newId(), mobile: sender, ...said, test: false };
}

/** As `leaseDoubt` has returned it. */
function doubtOf(scene: Scene, own: Claim): Doubtful {
  const { messageId: id, attempt, claim } = claimOf(scene, own);
  const { age, at_least_once, validity } = scene.before.messages[own.message] as MessageRow;
  const message = {
    id,
    attempt,
    claim,
    mobile: mobile(own.message),
    sender_id: null,
    inbound_gateway: null,
    at_least_once,
    age_seconds: AGES[age],
    now_ms: Date.now(),
    has_expired: validity === 'expired',
  };
  const rows = scene.leasedIds.map((rowId) => ({ id: rowId, message_ids: [id] }) as unknown as LeasedRow);
  const { tries } = own;
  return {
    leaseId: LEASES.own,
    leaseEndsAtMs: Infinity,
    rows,
    tries: tries.doubt,
    priority: PRIORITY.single,
    messages: [message],
  };
}

/** By the gateway, and by the clock of a process that knows whether a call of an earlier worker can still arrive. */
function lookUpDoubt(scene: Scene, { doubt, isFound }: Given): Promise<void> {
  const [services, configured, turn] = at(scene, doubt.gateway);
  const reference = referenceOf(scene, doubt);
  const found = { reference, outcome: ANSWERS.accepted, providerId: providerIdOf(reference) };
  const gateway = { ...configured.gateway, lookup: async () => [isFound ? found : { reference, outcome: null }] };
  const databaseClock = new DatabaseClock();
  databaseClock.passedForCertain = () => (doubt.isCallOver ? Infinity : 0);
  return lookUp({ ...services, databaseClock }, { ...configured, gateway }, turn, doubtOf(scene, doubt));
}
