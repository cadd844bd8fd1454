import { GIVEN } from '../../../db/entities/sms/campaigns.js';
import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { createdBy } from '../../../db/sql/people/created-by.js';
import { readOrganisation } from '../../../db/sql/people/organisations.js';
import { type CampaignRow, findCampaign } from '../../../db/sql/sms/campaigns/campaigns.js';
import { type Given, insertCampaign } from '../../../db/sql/sms/campaigns/insert-campaign.js';
import type { BulkPlan } from '../../../domain/sms/bulk-plan.js';
import { onAgenda, priorityOf } from '../../../domain/sms/priority.js';
import { newId } from '../../../lib/ids.js';
import { type CamelCased, snakeCase } from '../../../lib/snake-case.js';
import type { Context } from '../../context.js';
import { announceDispatch, planDue } from '../dispatch/announce.js';

type Fields = CamelCased<Given>;

/** What a call gives a campaign. Without `pauseOnFailures` it pauses as the organisation is set. */
export type CampaignFields = {
  readonly [Name in keyof Fields]?:
    | (Name extends 'scheduledAt' | 'validUntil' ? Date : Fields[Name])
    | null
    | undefined;
};

/** Inserts a campaign with its messages and their dispatch. */
export async function storeCampaign(
  tx: OrganisationTx,
  { caller, policy, hints }: Context,
  plan: BulkPlan,
  { retryOf = null, ...fields }: CampaignFields & { readonly retryOf?: string | null },
): Promise<CampaignRow> {
  const { scheduledAt, validUntil, atLeastOnce, pauseOnFailures, category, test } = fields;
  const given = {
    ...givenBy(fields),
    test: test ?? false,
    at_least_once: atLeastOnce ?? false,
    pause_on_failures: pauseOnFailures ?? (await readOrganisation(tx)).pauseOnFailures,
    category: category ?? 'transactional',
  };
  const id = newId();
  const priority = priorityOf(plan.recipients.length, given.at_least_once);
  const portion = policy.batchSize;
  const dispatch = planDue('dispatch', plan.byGateway, { due: scheduledAt ?? 0, portion, priority });
  const expiry = validUntil
    ? planDue('report', plan.byGateway, { due: validUntil, portion, priority: onAgenda(priority) })
    : [];
  await insertCampaign(tx, {
    ...given,
    ...createdBy(caller.actor),
    id,
    retry_of: retryOf,
    body: plan.text,
    duplicates: plan.duplicates.length,
    rows: plan.recipients,
    due: [...dispatch, ...expiry],
  });
  await announceDispatch(tx, hints, dispatch);
  return (await findCampaign(tx, id)) as CampaignRow;
}

/** An empty text counts as none. */
function givenBy(fields: CampaignFields): Given {
  const values = Object.keys(GIVEN).map((name) => {
    const value = fields[name as keyof Fields];
    return [snakeCase(name), value instanceof Date ? value.toISOString() : value === '' ? null : (value ?? null)];
  });
  return Object.fromEntries(values) as Given;
}
