import { NO_CREDIT, reject } from '../../support/gateways/programmable-gateway.js';
import {
  cancelCampaign,
  cancelMessage,
  cancelRetry,
  claim,
  erase,
  eraseElsewhere,
  fold,
  pause,
  reportAndFold,
  retry,
  settle,
  settleAgain,
  settleLate,
} from './operations.js';
import type { Pair } from './permute.js';
import * as scene from './scenes.js';

const ACCEPTED = { outcome: { kind: 'accepted' } } as const;
const REFUSED = reject(402);
const BLOCKED = reject(409);

const pair = (name: string, set: Pair['scene'], X: Pair['X'], Y: Pair['Y']): Pair => ({ name, scene: set, X, Y });

/**
 * Every two of claim, settle, fold, cancel, pause, retry and erase, each with itself too, in the states in which they
 * share messages.
 */
export const PAIRS: readonly Pair[] = [
  pair('claim, claim', scene.queued, claim, claim),
  pair('claim, claim of single rows', scene.queuedApart, claim, claim),
  pair('claim, settle after the lease', scene.queued, settleLate(ACCEPTED), claim),
  pair('claim, settle throttled', scene.queued, settle(scene.THROTTLED), claim),
  pair('claim, settle without credit', scene.queuedApart, settle(NO_CREDIT), claim),
  pair('claim of a second attempt, fold', scene.waitingRetryAndDelivered, claim, fold),
  pair('claim of a retry, fold', scene.retryQueuedAndDelivered, claim, fold),
  pair('claim, cancel message', scene.queued, claim, cancelMessage),
  pair('claim, cancel campaign', scene.queued, claim, cancelCampaign),
  pair('claim, pause', scene.queued, claim, pause),
  pair('claim, retry', scene.halfFailed, claim, retry),
  pair('claim, erase', scene.queued, claim, erase),
  pair('settle, settle', scene.queuedApart, settle(ACCEPTED), settle(REFUSED)),
  pair('settle late, settle again', scene.queuedAtKnowingGateway, settleLate(scene.THROTTLED), settleAgain),
  pair('settle, fold', scene.queuedAndDelivered, settle(ACCEPTED), fold),
  pair('settle, fold of failures', scene.queuedAndFailed, settle(ACCEPTED), fold),
  pair('settle throttled, cancel', scene.queued, settle(scene.THROTTLED), cancelCampaign),
  pair('settle without credit, cancel', scene.queued, settle(NO_CREDIT), cancelCampaign),
  pair('settle throttled, pause', scene.queued, settle(scene.THROTTLED), pause),
  pair('settle refused, retry', scene.halfFailed, settle(REFUSED), retry),
  pair('settle, erase', scene.queued, settle(ACCEPTED), erase),
  pair('settle blocked, erase', scene.queued, settle(BLOCKED), erase),
  pair('fold, fold', scene.sentAndFailed, fold, reportAndFold(scene.DELIVERED, scene.DELIVERED)),
  pair('fold, cancel', scene.refusedAndDelivered, fold, cancelCampaign),
  pair('fold, cancel retry', scene.retryQueuedAndDelivered, fold, cancelRetry),
  pair('fold, pause', scene.waitingRetryAndDelivered, fold, pause),
  pair('fold, retry', scene.failedAndDelivered, fold, retry),
  pair('fold, erase', scene.sentAndDelivered, fold, erase),
  pair('fold of blocks, erase', scene.sentAndBlocked, fold, erase),
  pair('cancel, cancel', scene.queued, cancelCampaign, cancelCampaign),
  pair('cancel message, cancel campaign', scene.queued, cancelMessage, cancelCampaign),
  { ...pair('cancel, pause', scene.queued, cancelCampaign, pause), isYDivided: true },
  pair('cancel retry, retry', scene.retryQueued, cancelRetry, retry),
  pair('cancel, erase', scene.queued, cancelCampaign, erase),
  pair('pause, pause', scene.queued, pause, pause),
  pair('pause, retry', scene.halfFailed, pause, retry),
  pair('pause, erase', scene.queued, pause, erase),
  pair('retry, retry', scene.failed, retry, retry),
  pair('retry, erase', scene.failed, retry, erase),
  pair('erase, erase', scene.queued, erase, eraseElsewhere),
];
