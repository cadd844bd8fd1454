import { asTyped } from '../../config/command-line.js';
import { loadConfig } from '../../config/config.js';
import { endUnfinished } from '../../operations/sms/dispatch/end-unfinished.js';
import type { CommonOptions } from '../command.js';
import { withoutServers } from '../database/without-servers.js';
import { printResult } from '../output.js';
import { withServices } from '../with-services.js';

/** For databases that `pg_restore` has restored. `postrider restore` does the same by itself. */
export async function runEndUnfinished({ json }: CommonOptions): Promise<void> {
  const { listenUrl } = loadConfig();
  await withServices(async ({ db }, { url }) => {
    const ended = await withoutServers({ url, listenUrl }, 'Nothing was ended.', (lost) =>
      endUnfinished({ db: db.until(lost) }),
    );
    printResult(json, { ended }, describeEnded(ended) ?? 'No message waited: nothing was ended.');
  });
}

/** Null if no message has ended. */
export function describeEnded(ended: number): string | null {
  if (ended === 0) return null;
  return (
    `${ended} messages that waited at the time of the backup may have been sent since, and have ended as failed: outcome unknown. ` +
    `"${asTyped('campaign retry')}" sends those of a campaign again.`
  );
}
