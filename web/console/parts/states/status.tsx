import type { ReactNode } from 'react';
import type { CampaignStatus, ChatStatus, SmsStatus } from '../../generated/documents.js';
import { text } from '../../texts/text.js';
import { type Counts, notArrivedOf, type StatusGroup } from './counts.js';

/** How a state looks. Each has a sign of its own, because colour alone tells some people nothing. */
export type Look = readonly [sign: string, group: StatusGroup | 'quiet'];

interface StatusProps {
  readonly look: Look;
  readonly children: ReactNode;
}

export function Status({ look: [sign, group], children }: StatusProps) {
  return (
    <span className={`status ${group}`}>
      <span aria-hidden="true">{sign}</span> {children}
    </span>
  );
}

const SMS: Readonly<Record<SmsStatus, Look>> = {
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
  return <Status look={SMS[status]}>{text.status[status]}</Status>;
}

const CHAT: Readonly<Record<ChatStatus, Look>> = {
  PENDING: ['○', 'under-way'],
  SENT: ['◐', 'under-way'],
  DELIVERED: ['●', 'arrived'],
  READ: ['◉', 'arrived'],
  FAILED: ['✕', 'not-arrived'],
};

export function ChatStatusWord({ status }: { readonly status: ChatStatus }) {
  return <Status look={CHAT[status]}>{text.chatStatus[status]}</Status>;
}

const CAMPAIGN: Readonly<Record<CampaignStatus, Look>> = {
  SCHEDULED: ['◷', 'quiet'],
  QUEUED: ['○', 'under-way'],
  RUNNING: ['◐', 'under-way'],
  PAUSED: ['‖', 'held'],
  HELD: ['‖', 'held'],
  COMPLETED: ['●', 'arrived'],
  CANCELLED: ['–', 'cancelled'],
};

interface CampaignStateProps {
  readonly status: CampaignStatus;
  readonly counts: Counts;
}

/** Numbers that were refused at acceptance did not arrive either, and `Campaign.result` does not count them. */
export function CampaignState({ status, counts }: CampaignStateProps) {
  if (status !== 'COMPLETED' || notArrivedOf(counts) === 0) {
    return <Status look={CAMPAIGN[status]}>{text.campaignStatus[status]}</Status>;
  }
  if (counts.delivered === 0) return <Status look={['✕', 'not-arrived']}>{text.finished.noneArrived}</Status>;
  return <Status look={['◕', 'quiet']}>{text.finished.notAllArrived}</Status>;
}

/** Stands at everything that never leaves the server. */
export function Sandbox() {
  return <span className="sandbox-word">{text.frame.sandbox}</span>;
}
