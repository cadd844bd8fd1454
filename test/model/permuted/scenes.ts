import type { ReportOutcome } from '../../../src/domain/sms/gateway.js';
import { encodeReference } from '../../../src/domain/sms/reference.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { accept, type Reaction, reject } from '../../support/gateways/programmable-gateway.js';
import { seeMessages } from '../../support/see.js';
import { mobiles, type TestServices } from '../../support/services.js';
import { type Stage, type StageOptions, setTheStage } from '../../support/stage.js';

/** A campaign of two messages, in the state in which two operations meet. */
export interface Scene extends Stage {
  /** The new campaign, if the first one was sent again. */
  readonly retryId?: string;
}

export type SetScene = (process: TestServices) => Promise<Scene>;

const HOUR = 3_600;
export const DELIVERED: ReportOutcome = { kind: 'delivered' };
const FAILED: ReportOutcome = { kind: 'failed', code: 402 };
const BLOCKED: ReportOutcome = { kind: 'failed', code: 409 };
/** After which the message is sent again. */
const FAILED_FOR_NOW: ReportOutcome = { kind: 'failed', code: 502 };
export const THROTTLED: Reaction = { outcome: { kind: 'throttled', retryAfterMs: 0 } };

const start = (process: TestServices, options: StageOptions = {}) =>
  setTheStage(process, { ...options, recipients: 2 });

/** Stores reports on the first attempts, in the order of the messages. No worker folds them yet. */
export async function storeReports(
  { services, gateway, context, campaignId }: Scene,
  outcomes: readonly ReportOutcome[],
  db = services.db,
): Promise<void> {
  const { organisationId } = context.caller;
  const messages = await seeMessages(services, { campaignId });
  const reports = outcomes.map((outcome, place) => {
    const reference = encodeReference({ organisationId, messageId: messages[place]?.id ?? '', attempt: 1 });
    return gateway.reportOn({ reference }, outcome);
  });
  await receiveReports({ ...services, db }, gateway.name, reports);
}

const withReports = (set: SetScene, ...outcomes: readonly ReportOutcome[]): SetScene => {
  return async (process) => {
    const scene = await set(process);
    await storeReports(scene, outcomes);
    return scene;
  };
};

export const queued: SetScene = (process) => start(process);

export const queuedAndDelivered = withReports(queued, DELIVERED, DELIVERED);
export const queuedAndFailed = withReports(queued, FAILED, FAILED);

/** Each message has an agenda row of its own. */
export const queuedApart: SetScene = (process) => start(process, { policy: { batchSize: 1 } });

export const queuedAtKnowingGateway: SetScene = (process) =>
  start(process, { capabilities: { idempotentReference: true } });

export const sent: SetScene = async (process) => {
  const scene = await start(process);
  await scene.work();
  return scene;
};

export const sentAndDelivered = withReports(sent, DELIVERED, DELIVERED);
export const sentAndFailed = withReports(sent, FAILED, FAILED);
export const sentAndBlocked = withReports(sent, BLOCKED, BLOCKED);

/** The gateway has had the messages, and they are due for another attempt. */
const waitingRetry: SetScene = async (process) => {
  const scene = await sent(process);
  await storeReports(scene, [FAILED_FOR_NOW, FAILED_FOR_NOW]);
  await scene.work();
  await scene.services.travel(HOUR);
  return scene;
};

export const waitingRetryAndDelivered = withReports(waitingRetry, DELIVERED, DELIVERED);

/** The gateway has refused the messages, and they are due for another attempt. */
export const refusedAndDelivered = withReports(
  async (process) => {
    const scene = await start(process, { reactions: [reject(502), accept()] });
    await scene.work();
    await scene.services.travel(HOUR);
    return scene;
  },
  DELIVERED,
  DELIVERED,
);

export const failed: SetScene = async (process) => {
  const scene = await sent(process);
  await storeReports(scene, [FAILED, FAILED]);
  await scene.work();
  return scene;
};

export const failedAndDelivered = withReports(failed, DELIVERED, DELIVERED);

/** The first message has failed, and the second is due. */
export const halfFailed: SetScene = async (process) => {
  const scene = await start(process);
  const [first] = mobiles(1);
  scene.gateway.react = ({ to }) =>
    to === first?.to ? reject(402) : { outcome: { kind: 'throttled', retryAfterMs: 60_000 } };
  await scene.work();
  await scene.services.travel(61);
  return scene;
};

/** The messages have failed, and a new campaign that sends them again is queued. */
export const retryQueued: SetScene = async (process) => {
  const scene = await failed(process);
  const { result } = await retryCampaign(scene.context, { campaignId: scene.campaignId });
  return { ...scene, retryId: result.id };
};

export const retryQueuedAndDelivered = withReports(retryQueued, DELIVERED, DELIVERED);
