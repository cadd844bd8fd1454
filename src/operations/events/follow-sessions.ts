import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { notFound } from '../../domain/errors.js';
import { kindOf } from '../../domain/events/event.js';
import { getSessions } from '../chat/get-sessions.js';
import type { Context } from '../context.js';
import type { EventFeed } from './event-feed.js';
import { followEvents } from './follow-events.js';

/** The sessions of the organisation, or one of them, as they are after each of their events. */
export async function followSessions(
  context: Context,
  feed: EventFeed,
  sessionId: string | null,
): Promise<AsyncIterableIterator<SessionRow>> {
  if (sessionId !== null) await checkSession(context, sessionId);
  const events = await followEvents(
    feed,
    context.caller.organisationId,
    ({ type, subjectId }) => kindOf(type) === 'session' && (sessionId === null || subjectId === sessionId),
  );
  const sessions: AsyncIterableIterator<SessionRow> = {
    async next() {
      for (;;) {
        const event = await events.next();
        if (event.done) return event;
        const [session] = await getSessions(context, [event.value.subjectId]);
        // One that has been deleted has no state any more.
        if (session) return { value: session, done: false };
      }
    },
    async return() {
      await events.return();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]: () => sessions,
  };
  return sessions;
}

async function checkSession(context: Context, sessionId: string): Promise<void> {
  const [session] = await getSessions(context, [sessionId]);
  if (!session) throw notFound('Session');
}
