import { AUDIT_ACTIONS, type AuditAction } from '../../domain/audit.js';
import { EVENT_TYPES, type EventType } from '../../domain/events/event.js';

/** GraphQL's enum values are upper case; REST and the database use lower case. */
export function lower<Word extends string>(word: Word): Lowercase<Word> {
  return word.toLowerCase() as Lowercase<Word>;
}

export function upper(word: string | undefined): string | undefined {
  return word?.toUpperCase();
}

/** `sms.delivered` is SMS_DELIVERED in GraphQL. */
export function enumValueOf(word: EventType | AuditAction): string {
  return word.toUpperCase().replace('.', '_');
}

const TYPES_BY_VALUE = new Map(EVENT_TYPES.map((type) => [enumValueOf(type), type]));

export function eventTypeOf(enumValue: string): EventType {
  return TYPES_BY_VALUE.get(enumValue) as EventType;
}

const ACTIONS_BY_VALUE = new Map(AUDIT_ACTIONS.map((action) => [enumValueOf(action), action]));

export function auditActionOf(enumValue: string): AuditAction {
  return ACTIONS_BY_VALUE.get(enumValue) as AuditAction;
}
