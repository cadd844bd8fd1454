import type { ChatStatus } from '../../generated/documents.js';
import { text } from '../../texts/text.js';
import type { StatusGroup } from './counts.js';

const SIGNS: Readonly<Record<ChatStatus, readonly [sign: string, group: StatusGroup]>> = {
  PENDING: ['○', 'under-way'],
  SENT: ['◐', 'under-way'],
  DELIVERED: ['●', 'arrived'],
  READ: ['◉', 'arrived'],
  FAILED: ['✕', 'not-arrived'],
};

export function ChatStatusWord({ status }: { readonly status: ChatStatus }) {
  const [sign, group] = SIGNS[status];
  return (
    <span className={`status ${group}`}>
      <span aria-hidden="true">{sign}</span> {text.chatStatus[status]}
    </span>
  );
}
