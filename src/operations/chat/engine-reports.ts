import { changeSession } from '../../db/sql/chat/session-states.js';
import { findSessionOwners, type SessionOwner } from '../../db/sql/chat/sessions.js';
import { storeReports } from '../../db/sql/plumbing/inbox.js';
import type { EveryOrganisationTx, OrganisationTx } from '../../db/transaction.js';
import type { AckReport, EngineReport, SessionReport } from '../../domain/chat/engine.js';
import type { StoredReports } from '../../domain/stored-reports.js';
import { isStorable } from '../../domain/text.js';
import { CHAT_STATUSES, type ChatStatus, SESSION_STATES, type SessionState } from '../../domain/vocabulary.js';
import { isUuid } from '../../lib/ids.js';
import type { Services } from '../context.js';
import { type Folding, foldInbox } from '../plumbing/fold-inbox.js';
import { storeTogether } from '../plumbing/store-together.js';
import { foldAcks } from './acks.js';

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

/** One turn of folding what engines reported into messages and sessions. Returns whether there was anything. */
export async function foldEngineReports(services: Services): Promise<boolean> {
  return (await foldInbox(services, foldingFor(services))).reports > 0;
}

/**
 * An ack that is quicker than the answer to its own sending waits for that. Most acks that match nothing are of messages
 * that a person typed into the phone, so none waits for long, and nobody speaks of them.
 */
function foldingFor(services: Services): Folding<EngineReport> {
  return {
    inbox: 'chat_reports',
    reportsPerTurn: 500,
    longestReplaySeconds: 30,
    parkedAtMostSeconds: 300,
    // By the time when it came an ack is told from those of what a person typed later.
    mergedWithinSeconds: 1,
    fold: async (tx, batch) => ({ reports: await foldBatch(tx, services, batch), why: null }),
  };
}

/** Returns the acks that match no message yet. */
async function foldBatch(
  tx: EveryOrganisationTx,
  services: Services,
  { gateway: engine, reports, age_seconds: ageSeconds }: StoredReports<EngineReport>,
): Promise<AckReport[]> {
  const owners = await findSessionOwners(tx, [...new Set(reports.map(({ sessionId }) => sessionId))]);
  const unmatched: AckReport[] = [];
  for (const [organisationId, sessions] of groupByOrganisation(owners)) {
    const ids = new Set(sessions.map(({ id }) => id));
    // A test key's messages go to the sandbox whatever engine the session has; of the phone only its own engine speaks.
    const own = new Set(sessions.filter((session) => session.engine === engine).map(({ id }) => id));
    const origin = { engine, ownSessions: own, ageSeconds };
    const acks = reports.filter((report): report is AckReport => report.kind === 'ack' && ids.has(report.sessionId));
    unmatched.push(...(await foldAcks(tx.of(organisationId), services, acks, origin)));
    for (const report of reports) {
      if (report.kind === 'session' && own.has(report.sessionId)) await foldState(tx.of(organisationId), report);
    }
  }
  return unmatched;
}

async function foldState(tx: OrganisationTx, report: SessionReport): Promise<void> {
  const { sessionId, state, reason, phoneNumber, atMs: reportedAtMs, onlyFrom } = report;
  await changeSession(tx, sessionId, {
    state,
    reason,
    phoneNumber,
    reportedAtMs,
    confirmed: true,
    ...(onlyFrom && { from: [onlyFrom] }),
  });
}

/** In one order everywhere; what still locks each other out is run again by the transaction. */
function groupByOrganisation(owners: readonly SessionOwner[]): Map<string, SessionOwner[]> {
  const sorted = owners.toSorted((a, b) => (a.organisation_id < b.organisation_id ? -1 : 1));
  return Map.groupBy(sorted, (owner) => owner.organisation_id);
}
