import { fromDist } from '../../support/programs/from-dist.ts';
import { type Database, logger, SECRET_KEY } from '../stage.ts';

const { openDatabase } = await fromDist<typeof import('../../../src/db/orm.js')>('db/orm.js');
const { createOrganisation } = await fromDist<typeof import('../../../src/operations/people/organisations.js')>(
  'operations/people/organisations.js',
);
const { createApiKey } = await fromDist<typeof import('../../../src/operations/people/api-keys.js')>(
  'operations/people/api-keys.js',
);
const { SCOPES } = await fromDist<typeof import('../../../src/domain/vocabulary.js')>('domain/vocabulary.js');

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

export async function createTenant(database: Pick<Database, 'url'>): Promise<Tenant> {
  const [tenant] = await createTenants(database, 1);
  return tenant as Tenant;
}
