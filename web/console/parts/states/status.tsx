import type { SmsStatus } from '../../generated/documents.js';
import { text } from '../../texts/text.js';
import type { StatusGroup } from './counts.js';

/** Each status has a sign of its own, because colour alone tells some people nothing. */
const SIGNS: Readonly<Record<SmsStatus, readonly [sign: string, group: StatusGroup]>> = {
  DELIVERED: ['●', 'arrived'],
  SENT: ['◐', 'under-way'],
  QUEUED: ['○', 'under-way'],
  HELD: ['‖', 'held'],
  FAILED: ['✕', 'not-arrived'],
  UNDELIVERED: ['↯', 'not-arrived'],
  BLOCKED: ['⊘', 'blocked'],
  CANCELLED: ['–', 'cancelled'],
};

export function StatusWord({ status }: { readonly status: SmsStatus }) {
  const [sign, group] = SIGNS[status];
  return (
    <span className={`status ${group}`}>
      <span aria-hidden="true">{sign}</span> {text.status[status]}
    </span>
  );
}
