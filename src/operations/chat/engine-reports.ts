import { byOrganisation, type EveryOrganisationTx, type OrganisationTx } from '../../db/postgres/transaction.js';
import { changeSession } from '../../db/sql/chat/session-states.js';
import { findSessionOwners } from '../../db/sql/chat/sessions.js';
import { storeReports } from '../../db/sql/kernel/inbox.js';
import type { AckReport, EngineReport, SessionReport } from '../../domain/chat/engine.js';
import { type StoredMessageReport, toStoredMessage } from '../../domain/chat/inbound.js';
import { mergeAlike, type StoredReports } from '../../domain/stored-reports.js';
import { isStorable } from '../../domain/text.js';
import { CHAT_STATUSES, type ChatStatus, SESSION_STATES, type SessionState } from '../../domain/vocabulary.js';
import { isUuid } from '../../lib/ids.js';
import type { Services } from '../context.js';
import { type Folding, foldInbox, type Waiting } from '../kernel/fold-inbox.js';
import { storeTogether } from '../kernel/store-together.js';
import { foldAcks } from './acks.js';
import { foldMessages } from './fold-messages.js';

/** As the inbox keeps it. */
type StoredReport = AckReport | SessionReport | StoredMessageReport;

/**
 * Stores the reports of an engine. When the promise resolves they are committed, and the adapter may acknowledge them.
 */
export async function receiveEngineReports(
  { db, hints, logger }: Pick<Services, 'db' | 'hints' | 'logger'>,
  engine: string,
  reports: readonly EngineReport[],
  delayMs = 0,
): Promise<void> {
  const receivedAt = new Date(Date.now() + delayMs);
  const sound = reports.flatMap((report) => toStored(report, receivedAt) ?? []);
  if (sound.length < reports.length) {
    logger.warn({ engine, reports: reports.length - sound.length }, 'dropped invalid reports of a chat engine');
  }
  if (delayMs === 0) await storeTogether(db, 'chat_reports', engine, sound);
  else await storeReports(db, 'chat_reports', engine, sound, delayMs / 1000);
  hints.nudge({ job: 'chat-reports' }, delayMs);
}

function toStored(report: EngineReport, receivedAt: Date): StoredReport | null {
  if (!isUuid(report.sessionId)) return null;
  if (report.kind === 'message') return toStoredMessage(report, receivedAt);
  return isSound(report) ? report : null;
}

function isSound(report: AckReport | SessionReport): boolean {
  if (report.kind === 'ack') {
    return isAck(report.ack) && [report.messageId, report.to, report.participant].every(isStorable);
  }
  const { state, onlyFrom = state, phoneNumber, reason, atMs } = report;
  return isState(state) && isState(onlyFrom) && [phoneNumber, reason].every(isStorable) && isSoundTime(atMs);
}

/** Adapters do not check every word that they read from the wire against its type. */
function isAck(word: ChatStatus): boolean {
  return word !== 'pending' && CHAT_STATUSES.includes(word);
}

function isState(word: SessionState): boolean {
  return word !== 'stalled' && SESSION_STATES.includes(word);
}

/** Excludes times that PostgreSQL or `Date` cannot represent, and times that are obviously wrong. */
function isSoundTime(ms: number): boolean {
  return Number.isFinite(ms) && ms > 0 && ms < Date.UTC(2200, 0);
}

/** Applies one batch of stored engine reports to messages and sessions. Returns false if there were none. */
export async function foldEngineReports(services: Services): Promise<boolean> {
  return (await foldInbox(services, foldingFor(services))).reports > 0;
}

/** Messages wait so long for their session, as inbound SMS do for their number. */
const MESSAGES_KEPT_SECONDS = 72 * 3600;

/**
 * An ack may arrive before the answer to its send, so unmatched acks are parked. Most of them belong to messages that a
 * person typed on the phone, so they are dropped after five minutes without a log line.
 */
function foldingFor(services: Services): Folding<StoredReport> {
  return {
    inbox: 'chat_reports',
    reportsPerTurn: 500,
    longestReplaySeconds: 30,
    parkedAtMostSeconds: 300,
    isKept: ({ kind }, ageSeconds) => kind === 'message' && ageSeconds <= MESSAGES_KEPT_SECONDS,
    // `findDoubtfulMessages` compares the age of acks with that of messages, so acks of different ages stay apart.
    batchesOf: (_tx, stored) => mergeAlike(stored, 1),
    async fold(tx, batch) {
      const why = batch.age_seconds > MESSAGES_KEPT_SECONDS ? 'are of no session' : null;
      return { ...(await foldBatch(tx, services, batch)), why };
    },
  };
}

/** Returns the acks that match no message yet, and the reports on sessions that are not found. */
async function foldBatch(
  tx: EveryOrganisationTx,
  services: Services,
  { gateway: engine, reports, age_seconds: ageSeconds }: StoredReports<StoredReport>,
): Promise<Pick<Waiting<StoredReport>, 'early' | 'unmatched'>> {
  const owners = await findSessionOwners(tx, [...new Set(reports.map(({ sessionId }) => sessionId))]);
  const early: AckReport[] = [];
  for (const [organisationId, sessions] of byOrganisation(owners, (owner) => owner.organisation_id)) {
    const ids = new Set(sessions.map(({ id }) => id));
    // Messages of test keys go to the sandbox even if the session has another engine, so any engine may ack messages.
    // Only the session's own engine may report its state.
    const own = new Set(sessions.filter((session) => session.engine === engine).map(({ id }) => id));
    await foldMessages(tx.of(organisationId), services, reports.filter(isMessage), { engine, sessions });
    const origin = { engine, ownSessions: own, ageSeconds };
    const acks = reports.filter((report): report is AckReport => report.kind === 'ack' && ids.has(report.sessionId));
    early.push(...(await foldAcks(tx.of(organisationId), services, acks, origin)));
    for (const report of reports) {
      if (report.kind === 'session' && own.has(report.sessionId)) await foldState(tx.of(organisationId), report);
    }
  }
  const known = new Set(owners.map(({ id }) => id));
  const unmatched = reports.filter(({ sessionId }) => !known.has(sessionId));
  // Acks and states of a session that does not exist are dropped.
  return { early, unmatched: tx.reachesAll ? unmatched.filter(isMessage) : unmatched };
}

const isMessage = (report: StoredReport) => report.kind === 'message';

async function foldState(tx: OrganisationTx, report: SessionReport): Promise<void> {
  const { sessionId, state, reason, phoneNumber, atMs: reportedAtMs, hasNewQr, onlyFrom } = report;
  await changeSession(tx, sessionId, {
    state,
    reason,
    phoneNumber,
    reportedAtMs,
    confirmed: true,
    ...(hasNewQr && { hasNewQr }),
    ...(onlyFrom && { from: [onlyFrom] }),
  });
}
