import { findSubjects, type SubjectRow, type SubjectTable } from '../../db/sql/events/log.js';
import type { OrganisationTx } from '../../db/transaction.js';
import {
  type DescribedEvent,
  eventId,
  kindOf,
  type LoggedEvent,
  type SubjectKind,
  statusOf,
} from '../../domain/events/event.js';

const TABLES: Readonly<Record<SubjectKind, SubjectTable | null>> = {
  sms: 'sms_messages',
  campaign: 'campaigns',
  chat_message: 'chat_messages',
  session: 'chat_sessions',
  webhook: null,
};

/** Adds what callers know the subjects by. It never changes, so an event reads the same whenever it is read. */
export async function describeEvents(tx: OrganisationTx, events: readonly LoggedEvent[]): Promise<DescribedEvent[]> {
  const subjects = new Map<string, SubjectRow>();
  for (const [kind, ofKind] of Map.groupBy(events, ({ type }) => kindOf(type))) {
    const table = TABLES[kind];
    const ids = [...new Set(ofKind.map(({ subjectId }) => subjectId))];
    for (const row of table ? await findSubjects(tx, table, ids) : []) subjects.set(row.id, row);
  }
  return events.map((event) => describe(tx.organisationId, event, subjects.get(event.subjectId)));
}

function describe(organisationId: string, event: LoggedEvent, subject: SubjectRow | undefined): DescribedEvent {
  const { type, subjectId, sequence } = event;
  const kind = kindOf(type);
  return {
    ...event,
    id: eventId(organisationId, sequence),
    status: statusOf(type),
    messageId: kind === 'sms' ? subjectId : (subject?.message_id ?? null),
    sessionId: kind === 'session' ? subjectId : (subject?.session_id ?? null),
    webhookId: kind === 'webhook' ? subjectId : null,
    reference: subject?.reference ?? null,
    test: subject?.test ?? null,
  };
}
