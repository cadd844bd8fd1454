import type { JournalEntry } from '../../support/fleet/fleet.js';
import { diedAtFaultPoint } from '../../support/fleet/fleet-member.js';
import { judgeDownloads } from './downloads.js';
import type { Hook } from './hooks.js';
import { judgeEvents } from './judge-events.js';
import { judgeIntake } from './judge-intake.js';
import { judgeJournal } from './judge-journal.js';
import type { Ledger } from './ledger.js';
import { judgeRetries } from './retries.js';
import type { Stage } from './stage.js';

/** What a promise was found to be worth. */
export interface Verdict {
  /** The promise, by its number in docs/reliability.md. */
  readonly promise: string;
  readonly what: string;
  /** Everything that is against it: ids of messages where it is about messages. */
  readonly against: readonly string[];
}

export interface Evidence {
  readonly stage: Stage;
  readonly ledger: Ledger;
  readonly hooks: readonly Hook[];
  readonly journal: readonly JournalEntry[];
  readonly messages: readonly MessageRow[];
  readonly campaigns: readonly CampaignRow[];
}

export interface MessageRow {
  readonly id: string;
  readonly organisationId: string;
  readonly campaignId: string | null;
  readonly mobile: string;
  readonly status: string;
  /** The one that it went to last. */
  readonly gateway: string;
}

export interface CampaignRow {
  readonly id: string;
  readonly organisationId: string;
  readonly reference: string;
  readonly total: number;
  /** The campaign whose failed messages it sends again. */
  readonly retryOf: string | null;
}

export async function gatherEvidence(stage: Stage, ledger: Ledger, hooks: readonly Hook[]): Promise<Evidence> {
  const { fleet } = stage;
  const messages = await fleet.sql<MessageRow>(
    `SELECT id, organisation_id AS "organisationId", campaign_id AS "campaignId", mobile, status::text, gateway
     FROM sms_messages ORDER BY campaign_id, position`,
  );
  const campaigns = await fleet.sql<CampaignRow>(
    `SELECT id, organisation_id AS "organisationId", reference, total, retry_of AS "retryOf" FROM campaigns`,
  );
  return { stage, ledger, hooks, journal: await fleet.acceptances(), messages, campaigns };
}

export async function judge(evidence: Evidence): Promise<Verdict[]> {
  return [
    ...judgeIntake(evidence),
    ...judgeJournal(evidence),
    ...(await judgeRetries(evidence)),
    ...judgeDownloads(evidence),
    ...(await judgeEvents(evidence)),
    ...judgeProcesses(evidence.stage),
    { promise: 'S9', what: 'answers that nobody should get', against: evidence.ledger.odd },
  ];
}

/** Those that hold no matter what dies: only a fault of ours ends a process that nobody ended. */
function judgeProcesses({ members }: Stage): Verdict[] {
  const tell = (of: (typeof members)[number], end: object) => `${of.role} ${of.url} ${JSON.stringify(end)}`;
  const ends = members.flatMap((member) => member.ends().map((end) => ({ member, end })));
  const unforeseen = ends.filter(({ end }) => !diedAtFaultPoint(end));
  const byMistake = unforeseen.filter(({ end }) => end.wasUp && !end.told);
  const rudely = unforeseen.filter(({ end }) => end.told === 'SIGTERM' && end.code !== 0);
  return [
    {
      promise: 'R4',
      what: 'processes that ended by themselves',
      against: byMistake.map(({ member, end }) => tell(member, end)),
    },
    {
      promise: 'R20',
      what: 'processes that SIGTERM ended otherwise than with 0',
      against: rudely.map(({ member, end }) => tell(member, end)),
    },
  ];
}
