import { storeReports } from '../../db/sql/plumbing/inbox.js';
import type { EngineReport } from '../../domain/chat/engine.js';
import { isStorable } from '../../domain/foreign-word.js';
import { CHAT_STATUSES, type ChatStatus, SESSION_STATES, type SessionState } from '../../domain/vocabulary.js';
import { isUuid } from '../../lib/ids.js';
import type { Services } from '../context.js';
import { storeTogether } from '../plumbing/store-together.js';

/** Takes an engine's reports into safe keeping; when this has resolved, the engine may forget them. */
export async function receiveEngineReports(
  { db, hints, logger }: Pick<Services, 'db' | 'hints' | 'logger'>,
  engine: string,
  reports: readonly EngineReport[],
  delayMs = 0,
): Promise<void> {
  const sound = reports.filter(isSound);
  if (sound.length < reports.length) {
    logger.warn({ engine, reports: reports.length - sound.length }, 'engine reports that make no sense were dropped');
  }
  if (delayMs === 0) await storeTogether(db, 'chat_reports', engine, sound);
  else await storeReports(db, 'chat_reports', engine, sound, delayMs / 1000);
  hints.nudge({ job: 'chat-reports' }, delayMs);
}

function isSound(report: EngineReport): boolean {
  if (!isUuid(report.sessionId)) return false;
  if (report.kind === 'ack') {
    return isAck(report.ack) && [report.messageId, report.to, report.participant].every(isStorable);
  }
  const { state, onlyFrom = state, phoneNumber, reason, atMs } = report;
  return isState(state) && isState(onlyFrom) && [phoneNumber, reason].every(isStorable) && isSoundTime(atMs);
}

/** What an adapter has read off the wire need not be what its types say. */
function isAck(word: ChatStatus): boolean {
  return word !== 'pending' && CHAT_STATUSES.includes(word);
}

function isState(word: SessionState): boolean {
  return word !== 'stalled' && SESSION_STATES.includes(word);
}

/** Within what a date can hold, and what is sensible. */
function isSoundTime(ms: number): boolean {
  return Number.isFinite(ms) && ms > 0 && ms < Date.UTC(2200, 0);
}
