import { z } from 'zod';

/** How WAHA writes people, groups and messages. Some of its engines write an id as a string, others as an object. */

const PERSON = /^(\d+)(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/;
const GROUP = /^[\d-]+@g\.us$/;

/** `<from me>_<chat>_<id>`, in groups also `_<participant>`. */
const WRITTEN_MESSAGE_ID = /^(true|false)_([^_]+)_([A-Za-z0-9.-]{1,128})(?:_(.+))?$/;
const BARE_MESSAGE_ID = /^[\w.-]{1,128}$/;

export const writtenId = z.union([
  z.string(),
  z.object({ _serialized: z.string() }).transform(({ _serialized }) => _serialized),
]);

export function isGroupId(text: string): boolean {
  return GROUP.test(text);
}

/** Digits, or undefined when it is no phone number: a hidden id (`@lid`) says nothing about the number behind it. */
export function phoneNumberOf(jid: string): string | undefined {
  return PERSON.exec(jid)?.[1];
}

/** As our side writes it: digits or a group's id. */
export function addressOf(jid: string): string | undefined {
  return isGroupId(jid) ? jid : phoneNumberOf(jid);
}

export function chatIdOf({ to, isGroup }: { readonly to: string; readonly isGroup: boolean }): string {
  return isGroup ? to : `${to}@c.us`;
}

export interface MessageKey {
  /** What all forms of the id have in common. */
  readonly id: string;
  readonly isFromMe?: boolean;
  readonly chat?: string;
  readonly participant?: string;
}

export function messageKeyOf(written: string): MessageKey | undefined {
  const [, fromMe, chat, id, participant] = WRITTEN_MESSAGE_ID.exec(written) ?? [];
  if (id === undefined || chat === undefined) return BARE_MESSAGE_ID.test(written) ? { id: written } : undefined;
  return { id, isFromMe: fromMe === 'true', chat, ...(participant === undefined ? {} : { participant }) };
}
