import type { Scope } from '../vocabulary.js';
import { EVENT_TYPES, type EventType, kindOf, type SubjectKind } from './event.js';

/** Events show no more than what the scope opens by other ways. */
const SCOPES: Readonly<Record<SubjectKind, Scope>> = {
  sms: 'sms:read',
  campaign: 'sms:read',
  chat_message: 'chat:read',
  session: 'chat:read',
  webhook: 'webhooks:manage',
};

/** What a key needs to see events of this type. */
export function scopeFor(type: EventType): Scope {
  return SCOPES[kindOf(type)];
}

/** What a key with these scopes sees of the log. */
export function visibleTypes(scopes: readonly Scope[]): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.includes(scopeFor(type)));
}

/** The first of these types (null: of all) that a key with these scopes does not see; null: it sees them. */
export function findHidden(scopes: readonly Scope[], types: readonly EventType[] | null): EventType | null {
  return (types ?? EVENT_TYPES).find((type) => !scopes.includes(scopeFor(type))) ?? null;
}
