import { storeReports } from '../../db/queries/inbox.js';
import { alone } from '../../db/transaction.js';
import type { EngineReport } from '../../domain/chat/engine.js';
import type { Services } from '../../domain/context.js';
import { isStorable } from '../../domain/foreign-word.js';
import { isUuid } from '../../lib/ids.js';
import { storeTogether } from '../store-together.js';

/** Takes an engine's reports into safe keeping; when this has resolved, the engine may forget them. */
export async function receiveEngineReports(
  { orm, hints, logger }: Pick<Services, 'orm' | 'hints' | 'logger'>,
  engine: string,
  reports: readonly EngineReport[],
  delayMs = 0,
): Promise<void> {
  const sound = reports.filter(isSound);
  if (sound.length < reports.length) {
    logger.warn({ engine, reports: reports.length - sound.length }, 'engine reports that make no sense were dropped');
  }
  if (delayMs === 0) await storeTogether(orm, 'chat_reports', engine, sound);
  else await storeReports((text, values) => alone(orm, text, values), 'chat_reports', engine, sound, delayMs / 1000);
  hints.nudge({ job: 'chat-reports' }, delayMs);
}

function isSound(report: EngineReport): boolean {
  const words =
    report.kind === 'ack'
      ? [report.messageId, report.to, report.participant]
      : [report.phoneNumber, report.reason, String(report.atMs)];
  return isUuid(report.sessionId) && words.every(isStorable) && (report.kind === 'ack' || isSoundTime(report.atMs));
}

/** Within what a date can hold, and what is sensible. */
function isSoundTime(ms: number): boolean {
  return Number.isFinite(ms) && ms > 0 && ms < Date.UTC(2200, 0);
}
