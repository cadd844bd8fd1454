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
