import { openDatabase } from '../../../src/db/orm.js';
import { SCOPES } from '../../../src/domain/vocabulary.js';
import { createApiKey } from '../../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../../src/operations/people/organisations.js';
import { type Database, logger, SECRET_KEY } from '../stage.ts';

export interface Tenant {
  readonly organisationId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Organisations with a key each. The limits stay as they are: who wants to call more often takes more of them. */
export async function createTenants(
  { url }: Pick<Database, 'url'>,
  count: number,
  mode: 'test' | 'live' = 'test',
): Promise<Tenant[]> {
  const db = await openDatabase({ url, poolSize: 2, logger });
  const services = { db, secretKey: SECRET_KEY };
  const tenants: Tenant[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { id: organisationId } = await createOrganisation(services, { name: `Bench ${number}` });
    const key = { organisationId, name: 'bench', mode, scopes: SCOPES } as const;
    const { key: secret } = await createApiKey(services, key);
    tenants.push({
      organisationId,
      headers: {
        authorization: `Bearer ${secret}`,
        'x-organisation-id': organisationId,
        'content-type': 'application/json',
      },
    });
  }
  await db.close();
  return tenants;
}

export async function createTenant(database: Pick<Database, 'url'>, mode?: 'test' | 'live'): Promise<Tenant> {
  const [tenant] = await createTenants(database, 1, mode);
  return tenant as Tenant;
}

/** Below the 60 a minute that an organisation has. */
const BULK_CALLS_PER_TENANT = 50;

/** As many as so many bulk calls take; `next` tells whose turn it is. */
export async function createBulkCallers(database: Database, calls: number) {
  const tenants = await createTenants(database, Math.ceil(calls / BULK_CALLS_PER_TENANT));
  let callsMade = 0;
  return { tenants, next: () => tenants[Math.floor(callsMade++ / BULK_CALLS_PER_TENANT)] as Tenant };
}
