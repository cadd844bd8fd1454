import type { OutgoingSms } from '../../../domain/sms/gateway.js';

/** Messages that can travel in one call: one text, one sender, and no number twice. */
export interface Group {
  readonly text: string;
  readonly senderId: string | null;
  readonly messages: readonly OutgoingSms[];
}

/** Answers name numbers alone, so a repetition of text, sender and number takes a call of its own. */
export function groupMessages(messages: readonly OutgoingSms[]): Group[] {
  const groups = new Map<string, Group & { messages: OutgoingSms[] }>();
  const timesSeen = new Map<string, number>();
  for (const message of messages) {
    const { senderId, text, to } = message;
    const what = JSON.stringify([senderId, text, to]);
    const repetition = timesSeen.get(what) ?? 0;
    timesSeen.set(what, repetition + 1);
    const key = JSON.stringify([senderId, text, repetition]);
    const group = groups.get(key);
    if (group) group.messages.push(message);
    else groups.set(key, { text, senderId, messages: [message] });
  }
  return [...groups.values()];
}
