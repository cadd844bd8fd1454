import { run, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

export async function startLog(tx: OrganisationSql): Promise<void> {
  await run(tx, tables.insertInto('event_logs').values({ organisation_id: tx.organisationId }));
}
