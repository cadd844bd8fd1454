import type { Caller } from '../../domain/context.js';
import { missingScope } from '../../domain/errors.js';
import { EVENT_TYPES, type EventType } from '../../domain/events/event.js';
import { scopeFor, visibleTypes } from '../../domain/events/visibility.js';
import type { Context } from '../context.js';
import { type EventPage, type ReadEventsInput, readEvents } from './read-events.js';

/** The log of the caller's organisation, as far as the caller's scopes open it. */
export async function listEvents(context: Context, input: ReadEventsInput): Promise<EventPage> {
  return readEvents(context, { ...input, types: chooseTypes(context.caller, input.types) });
}

function chooseTypes(caller: Caller, asked: readonly EventType[] | null | undefined): readonly EventType[] | null {
  const visible = visibleTypes(caller.scopes);
  if (visible.length === 0) throw missingScope(caller, 'one of the scopes sms:read, chat:read and webhooks:manage');
  // Without types every one is meant, here as well as where the log is read.
  if (!asked?.length) return visible.length === EVENT_TYPES.length ? null : visible;
  const hidden = asked.find((type) => !visible.includes(type));
  if (hidden !== undefined) throw missingScope(caller, `the scope ${scopeFor(hidden)}`);
  return asked;
}
