import { registerEnumType } from 'type-graphql';
import type { RateLimitBucket as Bucket } from '../../../domain/limits.js';
import type { DeliveryCodeCategory } from '../../../domain/sms/delivery-codes.js';
import type {
  ActorKind as Actor,
  CampaignStatus as CampaignWord,
  SmsEncoding as Encoding,
  HoldReason as HoldWord,
  ApiKeyState as KeyState,
  KeyMode as Mode,
  AttemptOutcome as Outcome,
  CodePurpose as Purpose,
  Role,
  SenderStatus as SenderWord,
  SuppressionSource as Source,
  SmsStatus as Status,
  SubmissionStatus as Submission,
} from '../../../domain/vocabulary.js';

/** `sms.delivered` is SMS_DELIVERED. */
type NameOf<Word extends string> = Uppercase<Word extends `${infer Kind}.${infer Status}` ? `${Kind}_${Status}` : Word>;
const nameOf = (word: string) => word.toUpperCase().replace('.', '_');

/** The words of the domain in capitals, each with what it means. */
export function enumOf<Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
) {
  const words = Object.keys(meanings) as Word[];
  const values = Object.fromEntries(words.map((word) => [nameOf(word), word]));
  const valuesConfig = Object.fromEntries(words.map((word) => [nameOf(word), { description: meanings[word] }]));
  registerEnumType(values, { name, description, valuesConfig });
  return values as { readonly [W in Word as NameOf<W>]: W };
}

export const SmsStatus = enumOf<Status>('SmsStatus', 'Where an SMS is in its life.', {
  queued: 'Accepted and waiting to be dispatched.',
  sent: 'Submitted to the gateway; awaiting confirmation of delivery.',
  delivered: "Confirmed delivered to the recipient's handset.",
  failed: 'The gateway rejected it, or it could not be sent.',
  undelivered: 'Sent to the gateway, but it could not be delivered to the handset.',
  blocked: 'The recipient is on the do-not-disturb registry or has blacklisted the sender. Do not try again.',
  held: 'Waiting: the gateway account is out of credit, or the gateway reviews the message. Resumes by itself.',
  cancelled: 'Cancelled before dispatch.',
});

export const SubmissionStatus = enumOf<Submission>(
  'SubmissionStatus',
  'Whether a recipient was handed to a gateway. One that was may still turn out to be blocked later.',
  {
    pending: 'Not yet.',
    sent: 'Handed over at least once.',
    failed: 'Never, and it will not be: malformed, suppressed, rejected, cancelled, or held for too long.',
  },
);

export const CampaignStatus = enumOf<CampaignWord>(
  'CampaignStatus',
  'How far a campaign is. It follows from the statuses of its messages.',
  {
    scheduled: 'Its time has not come.',
    queued: 'Accepted; nothing has been dispatched yet.',
    running: 'Messages are being dispatched, or await their reports.',
    held: 'Nothing moves until there is credit again or the gateway releases its messages.',
    completed: 'Every message has its outcome.',
    cancelled: 'Somebody cancelled it. Messages that had been dispatched by then still get their reports.',
  },
);

export const HoldReason = enumOf<HoldWord>('HoldReason', 'Why a message is held.', {
  insufficient_credit: 'The gateway account is out of credit (405). Resumes after a top-up.',
  risk_review: 'The gateway holds it for risk or fraud review (401), and usually releases it by itself.',
});

export const SmsEncoding = enumOf<Encoding>('SmsEncoding', 'How a text is coded on the air.', {
  gsm7: '7 bits a character: 160 in one segment, 153 in each of several.',
  ucs2: '16 bits a character, for texts beyond the GSM alphabet: 70 in one segment, 67 in each of several.',
});

export const AttemptOutcome = enumOf<Outcome>('AttemptOutcome', 'What a gateway answered to one hand-over.', {
  accepted: 'It has the message.',
  queued: 'It has the message, which waits there.',
  held: 'It took the message under review, or has no credit for it.',
  rejected: 'It refused the message; the delivery code says why.',
  unknown: 'The answer was lost.',
});

export const DeliveryCodeCategoryEnum = enumOf<DeliveryCodeCategory>(
  'DeliveryCodeCategory',
  'What kind of news a delivery code is.',
  {
    success: 'The message has arrived.',
    in_progress: 'The message is under way.',
    rejection: 'The gateway or the network refuses the message, its sender or its recipient.',
    error: 'Something failed between us and the network.',
  },
);

export const SuppressionSource = enumOf<Source>('SuppressionSource', 'Who suppressed a number.', {
  gateway: 'A gateway reported 406 or 409 for it.',
  manual: 'A call of `addSuppressions`.',
});

export const RateLimitBucket = enumOf<Bucket>('RateLimitBucket', 'Calls that share one rate limit.', {
  sms_send: 'Single sends: `sendSms`.',
  sms_send_bulk: 'Bulk sends: `sendBulkSms`, one for each call whatever its size.',
  general: 'Everything else.',
});

export const ActorKind = enumOf<Actor>('ActorKind', 'What kind of actor did something.', {
  key: 'A program, with an API key.',
  person: 'A member of the organisation, who had signed in.',
  operator: 'Whoever has the command line of the installation.',
});

export const KeyMode = enumOf<Mode>('KeyMode', 'What an API key may reach.', {
  live: 'The configured gateways.',
  test: 'The sandbox alone; nothing sent with it ever reaches a phone.',
});

export const ApiKeyState = enumOf<KeyState>('ApiKeyState', 'Whether an API key can be used.', {
  active: 'It can.',
  expired: 'Its time is over, or the key that took its place is the only one now.',
  revoked: 'Somebody has revoked it.',
});

export const MemberRole = enumOf<Role>('MemberRole', 'What a member of an organisation may do.', {
  owner: 'Everything.',
  admin: 'Everything, but make or unmake owners.',
  developer: 'Send and read, connect phones, and manage suppressions, webhooks, API keys and sender IDs.',
  operator: 'Send and read, connect phones, and manage suppressions.',
  viewer: 'Read.',
});

export const SenderStatus = enumOf<SenderWord>('SenderStatus', 'Whether messages may leave under a sender ID.', {
  pending: 'The operator of the installation has yet to decide.',
  approved: 'They may.',
  rejected: 'They may not; the reason says why.',
});

export const CodePurpose = enumOf<Purpose>('CodePurpose', 'What a one-time code is for.', {
  email_verification: 'To confirm the address of a sign-up.',
  password_reset: 'To set a new password.',
});

export const CampaignOrderField = enumOf<'created_at' | 'total'>(
  'CampaignOrderField',
  'What campaigns are ordered by.',
  {
    created_at: 'When they were accepted.',
    total: 'How many recipients they have.',
  },
);

export const OrderDirection = enumOf<'asc' | 'desc'>('OrderDirection', 'Which end of a list comes first.', {
  asc: 'The smallest or oldest.',
  desc: 'The greatest or newest.',
});

/** Widths of a point in seconds. */
export const TimelineBucket = { TEN_SECONDS: 10, MINUTE: 60, HOUR: 3600 } as const;
registerEnumType(TimelineBucket, {
  name: 'TimelineBucket',
  description: 'How much time one point of a timeline covers.',
  valuesConfig: {
    TEN_SECONDS: { description: 'Ten seconds.' },
    MINUTE: { description: 'One minute.' },
    HOUR: { description: 'One hour.' },
  },
});
