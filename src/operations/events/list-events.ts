import type { Context } from '../../domain/context.js';
import { missingScope } from '../../domain/errors.js';
import { EVENT_TYPES, type EventType } from '../../domain/events/event.js';
import { scopeFor, visibleTypes } from '../../domain/events/visibility.js';
import { type EventPage, type ReadEventsInput, readEvents } from './read-events.js';

/** The log of the caller's organisation, as far as the scopes of the key open it. */
export async function listEvents(context: Context, input: ReadEventsInput): Promise<EventPage> {
  return readEvents(context, { ...input, types: chooseTypes(visibleTypes(context.caller.scopes), input.types) });
}

function chooseTypes(
  visible: readonly EventType[],
  asked: readonly EventType[] | null | undefined,
): readonly EventType[] | null {
  if (visible.length === 0) throw missingScope('one of the scopes sms:read, chat:read and webhooks:manage');
  // Without types every one is meant, here as well as where the log is read.
  if (!asked?.length) return visible.length === EVENT_TYPES.length ? null : visible;
  const hidden = asked.find((type) => !visible.includes(type));
  if (hidden !== undefined) throw missingScope(`the scope ${scopeFor(hidden)}`);
  return asked;
}
