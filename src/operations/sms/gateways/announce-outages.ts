import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { listDueOrganisations } from '../../../db/sql/sms/dispatch/agenda.js';
import { readGatewayStates } from '../../../db/sql/sms/dispatch/holds.js';
import { listTold, tellDown, tellUp } from '../../../db/sql/sms/gateways/gateway-alerts.js';
import { readOutages } from '../../../db/sql/sms/gateways/gateway-outages.js';
import { ALL_PRIORITIES } from '../../../domain/sms/priority.js';
import { isAbort } from '../../../lib/async/abort.js';
import { logFailure } from '../../../lib/log/log-failure.js';
import type { Services } from '../../context.js';

/**
 * Appends an event for each organisation whose messages wait for a gateway that has been down for a while, and another
 * when it is up again. Run by two workers at once, it tells each organisation once.
 */
export async function announceOutages(services: Pick<Services, 'db' | 'logger'>): Promise<void> {
  const { db } = services;
  const outages = await readOutages(db);
  const told = await db.atOnceAcrossOrganisations(listTold);
  for (const { gateway } of outages.filter(({ has_lasted: hasLasted }) => hasLasted)) {
    const know = new Set(told.filter((one) => one.gateway === gateway).map((one) => one.organisation_id));
    for (const organisationId of await listWaiting(services, gateway)) {
      if (!know.has(organisationId)) await tell(services, { organisationId, gateway }, tellDown);
    }
  }
  const down = new Set(outages.map(({ gateway }) => gateway));
  for (const { organisation_id: organisationId, gateway, is_down: isToldDown } of told) {
    if (isToldDown && !down.has(gateway)) await tell(services, { organisationId, gateway }, tellUpUnlessAway);
  }
}

function listWaiting({ db }: Pick<Services, 'db'>, gateway: string): Promise<string[]> {
  const options = { priorities: ALL_PRIORITIES, soon: true };
  return db.atOnceAcrossOrganisations((tx) => listDueOrganisations(tx, 'dispatch', gateway, options));
}

/** What a process noted expires when the process dies, so messages that were put off count as well. */
async function tellUpUnlessAway(tx: OrganisationTx, gateway: string): Promise<void> {
  const [state] = await readGatewayStates(tx, [gateway]);
  if (!state?.is_away) await tellUp(tx, gateway);
}

/** A failure for one organisation does not stop the others. */
async function tell(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  { organisationId, gateway }: { readonly organisationId: string; readonly gateway: string },
  write: (tx: OrganisationTx, gateway: string) => Promise<void>,
): Promise<void> {
  try {
    await db.inOrganisation(organisationId, (tx) => write(tx, gateway));
  } catch (error) {
    if (isAbort(error)) throw error;
    logFailure(logger, error, 'an organisation could not be told about a gateway', { organisationId, gateway });
  }
}
