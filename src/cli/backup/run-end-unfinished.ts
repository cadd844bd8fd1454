import { asTyped } from '../../config/as-typed.js';
import { loadConfig } from '../../config/config.js';
import { endUnfinished } from '../../operations/sms/dispatch/end-unfinished.js';
import { CommandError, type CommonOptions } from '../command.js';
import { isServerRunning } from '../doctor/probe-database.js';
import { printResult } from '../output.js';
import { withServices } from '../with-services.js';

/** For databases that `pg_restore` has restored. `postrider restore` does the same by itself. */
export function runEndUnfinished({ json }: CommonOptions): Promise<void> {
  return withServices(async (services, { url }) => {
    const running = await Promise.all([...new Set([url, loadConfig().listenUrl ?? url])].map(isServerRunning));
    if (running.includes(true)) {
      throw new CommandError('A server is running on this database: stop all of them first. Nothing was ended.');
    }
    const ended = await endUnfinished(services);
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
