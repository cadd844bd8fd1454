import { SCOPES } from '../../domain/vocabulary.js';
import { createDemoPhones } from '../../operations/chat/create-session.js';
import type { Services } from '../../operations/context.js';
import { createApiKey, findApiKey } from '../../operations/people/api-keys.js';
import { createOrganisation } from '../../operations/people/organisations.js';
import { closeServices, createServices, type ServiceOptions } from '../../services.js';
import { listOrganisations } from '../people/choose-organisation.js';
import { readPrivateFile, replacePrivateFile } from '../private-file.js';
import { NO_HINTS } from '../with-services.js';

/** An organisation and a test key to try the API with; a test key reaches only the sandbox. */
export interface Demo {
  readonly organisationId: string;
  readonly key: string;
}

const FILE = 'demo.json';

/** The demo, the same at every start, until there are other organisations. */
export interface TryOut {
  readonly demo: Demo | null;
  /** Ids of the other organisations, oldest first. */
  readonly organisationIds: readonly string[];
}

export async function ensureDemo(options: ServiceOptions): Promise<TryOut> {
  const services = await createServices(options, NO_HINTS);
  try {
    const organisations = await listOrganisations(services);
    const organisationIds = organisations.filter(({ demo }) => !demo).map(({ id }) => id);
    if (organisationIds.length > 0) return { demo: null, organisationIds };
    const organisationId =
      organisations[0]?.id ?? (await createOrganisation(services, { name: 'Demo', demo: true })).id;
    await createDemoPhones(services, organisationId);
    const demo = await ensureDemoKey(services, organisationId, options.config.dataDir);
    return { demo, organisationIds };
  } finally {
    await closeServices(services);
  }
}

async function ensureDemoKey(services: Services, organisationId: string, dataDir: string): Promise<Demo> {
  const kept = await readDemo(services, dataDir);
  if (kept) return kept;
  const { key } = await createApiKey(services, { organisationId, name: 'Demo key', mode: 'test', scopes: SCOPES });
  const demo = { organisationId, key };
  replacePrivateFile(dataDir, FILE, JSON.stringify(demo));
  return demo;
}

/** The file may be older than the database or the secret key, and the key may be revoked. */
async function readDemo(services: Services, dataDir: string): Promise<Demo | null> {
  const demo = parseDemo(readPrivateFile(dataDir, FILE) ?? '');
  const known = demo && (await findApiKey(services, demo.key));
  return known?.organisation_id === demo?.organisationId && known?.revoked_at === null ? demo : null;
}

function parseDemo(json: string): Demo | null {
  try {
    const { organisationId, key } = JSON.parse(json) as Partial<Demo>;
    return organisationId && key ? { organisationId, key } : null;
  } catch {
    return null;
  }
}
