import type { Database } from '../../db/database.js';
import { type Inbox, storeReports } from '../../db/sql/kernel/inbox.js';
import { portions } from '../../lib/lists.js';
import { GroupCommit } from './group-commit.js';

/** Reports in one row of the inbox. A worker takes a row as a whole. */
const REPORTS_TOGETHER = 500;

const inboxes = {
  sms_reports: storing('sms_reports'),
  inbound_sms: storing('inbound_sms'),
  chat_reports: storing('chat_reports'),
};

/**
 * Stores reports for a worker to fold at once. Gateways that report one by one would cost a commit each: reports that
 * arrive while one is under way share the next. Resolves when the caller's own reports are stored.
 */
export function storeTogether(db: Database, inbox: Inbox, gateway: string, reports: readonly object[]): Promise<void> {
  return inboxes[inbox].add(db, gateway, reports);
}

function storing(inbox: Inbox): GroupCommit<readonly object[], void> {
  return new GroupCommit<readonly object[], void>({
    largestGroup: REPORTS_TOGETHER,
    // Each row commits by itself. After a failure a report may be stored twice, and folding it twice changes nothing.
    async perform(db, gateway, calls) {
      for (const reports of portions(calls.flat(), REPORTS_TOGETHER))
        await storeReports(db, inbox, gateway, reports, 0);
      return calls.map(() => undefined);
    },
  });
}
