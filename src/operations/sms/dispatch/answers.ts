import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { type ClaimState, lockClaims, noteHandedOver } from '../../../db/sql/sms/messages/message-states.js';
import { judgeLateAnswer, type LateAnswer } from '../../../domain/sms/verdict.js';
import type { SmsPhase } from '../../../domain/vocabulary.js';
import type { Logger } from '../../../lib/log/logger.js';
import type { JudgedAttempt } from './judge.js';
import { type Plan, type PlanSettings, planVerdicts, writePlan } from './plan.js';

const MOST_IN_LOG = 5;

interface Late extends JudgedAttempt {
  readonly message: ClaimState;
  readonly worth: LateAnswer;
}

export interface Answers {
  readonly logger: Logger;
  readonly judged: readonly JudgedAttempt[];
  /** What follows from them, and by which settings. */
  readonly plan: Plan;
  readonly settings: PlanSettings;
  /** The answers are in time for messages in these phases. */
  readonly phases: readonly SmsPhase[];
}

/**
 * Writes what answers mean for their messages. Returns those whose attempts have to be stored: those that came in time,
 * and the late ones with which a gateway has taken the message, because reports may name its ids.
 */
export async function writeAnswers(
  tx: OrganisationTx,
  { logger, judged, plan, settings, phases }: Answers,
): Promise<{ readonly inTime: readonly JudgedAttempt[]; readonly late: readonly JudgedAttempt[] }> {
  const written = await writePlan(tx, plan, { phases });
  const inTime = judged.filter(({ messageId }) => written.has(messageId));
  if (inTime.length === judged.length) return { inTime, late: [] };
  const others = judged.filter(({ messageId }) => !written.has(messageId));
  return { inTime, late: await writeLate(tx, logger, settings, others) };
}

/** These no longer fit their messages: a worker has claimed them again since, or has ended the doubt about them. */
async function writeLate(
  tx: OrganisationTx,
  logger: Logger,
  settings: PlanSettings,
  answers: readonly JudgedAttempt[],
): Promise<readonly JudgedAttempt[]> {
  const ids = answers.map(({ messageId }) => messageId);
  const messages = new Map((await lockClaims(tx, ids)).map((message) => [message.id, message]));
  const late = answers.flatMap((answer): Late[] => {
    const message = messages.get(answer.messageId);
    return message ? [{ ...answer, message, worth: judgeLateAnswer(answer, message) }] : [];
  });
  logOvertaken(logger, settings.gateway, late);
  const counting = late.filter(({ worth }) => worth === 'counts');
  const judged = counting.map(({ messageId, verdict }) => ({ messageId, attempt: null, verdict }));
  // The rows are locked: none of them ends meanwhile.
  const phases = [...new Set(counting.map(({ message }) => message.phase))];
  await writePlan(tx, planVerdicts(judged, settings), { phases });
  const ended = late.filter(({ worth }) => worth === 'proves_hand_over');
  await noteHandedOver(
    tx,
    ended.map(({ messageId }) => messageId),
  );
  return late.filter(({ worth }) => worth !== 'tells_nothing');
}

function logOvertaken(logger: Logger, gateway: string, late: readonly Late[]): void {
  const overtaken = late.filter(({ claim, message }) => claim !== message.claim);
  if (overtaken.length === 0) return;
  const answers = overtaken.slice(0, MOST_IN_LOG).map(({ messageId, claim, message, worth }) => ({
    messageId,
    claim,
    lastClaim: message.claim,
    phase: message.phase,
    worth,
  }));
  logger.warn({ gateway, messages: overtaken.length, answers }, 'answers came after their messages were claimed again');
}
