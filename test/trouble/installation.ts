import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '../support/fleet/client.ts';
import type { Behaviour } from '../support/gateways/journal-gateway-behaviour.ts';
import { type JournalGateway, startJournalGateway } from '../support/gateways/start-journal-gateway.ts';
import { GATEWAY_SECRET, IMPATIENCE } from '../support/programs/impatience.ts';
import { type Environment, type RunningProgram, spawnPostrider } from '../support/programs/program.ts';
import { command } from './command.ts';
import type { Server } from './postgres.ts';
import type { Scene } from './scene.ts';

/** Processes of the program on a PostgreSQL, as an operator has them, and a gateway that keeps a journal. */
export interface Installation {
  readonly server: Server;
  readonly journal: JournalGateway;
  readonly env: Environment;
  migrate(root?: string): Promise<void>;
  /** An organisation of its own, with a key. */
  customer(mode: 'live' | 'test', root?: string): Promise<Customer>;
  start(role: 'api' | 'worker' | 'all', more?: StartOptions): Promise<RunningProgram>;
}

export interface Customer extends Client {
  readonly keyId: string;
  /** For calls of other shapes. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface StartOptions {
  readonly env?: Environment;
  readonly root?: string;
}

export interface InstallationOptions {
  readonly env?: Environment;
  readonly journal?: Partial<Behaviour>;
  /** Of the gateway, in the words of the file of gateways. */
  readonly pace?: Readonly<Record<string, number>>;
  /** After so many seconds a look-up at the gateway tells what it has; missing: it has none. */
  readonly lookupSettleSeconds?: number;
}

export const STOP_TIMEOUT_MS = 40_000;
const SECRET_KEY = 'a secret of the trouble scenarios, long enough';

export async function install(scene: Scene, server: Server, options: InstallationOptions = {}): Promise<Installation> {
  const journal = await startJournalGateway({ idempotent: false, secret: GATEWAY_SECRET, ...options.journal });
  scene.onLeave(() => journal.stop());
  const gatewaysFile = join(scene.folder, 'gateways.json');
  writeFileSync(gatewaysFile, JSON.stringify(describeGateway(journal.url, options)));
  const env = {
    ...IMPATIENCE,
    SECRET_KEY,
    DATABASE_URL: server.url,
    GATEWAYS_FILE: gatewaysFile,
    DATA_DIR: join(scene.folder, 'program'),
    ...options.env,
  };
  return {
    server,
    journal,
    env,
    async migrate(root) {
      await command(['migrate'], env, root);
    },
    async customer(mode, root) {
      const create = ['organisation', 'create', 'Any'];
      const made = await command<{ id?: string; organisation_id?: string }>(create, env, root);
      // Older builds called the id organisation_id.
      const id = made.id ?? (made.organisation_id as string);
      const keyArgs = ['key', 'create', '--organisation', id, '--name', 'any', '--mode', mode];
      const { key, id: keyId } = await command<{ key: string; id: string }>(keyArgs, env, root);
      return { ...createClient(id, key), keyId, headers: { authorization: `Bearer ${key}`, 'x-organisation-id': id } };
    },
    async start(role, { env: more, root } = {}) {
      const program = await spawnPostrider(['serve', '--role', role], { ...env, ...more }, root);
      scene.onLeave(() => program.term(STOP_TIMEOUT_MS));
      return program;
    },
  };
}

function describeGateway(url: string, { pace, lookupSettleSeconds }: InstallationOptions) {
  const capabilities = { reports_carry_reference: true, lookup_settle_seconds: lookupSettleSeconds ?? null };
  const options = { url, secret: GATEWAY_SECRET, capabilities };
  return {
    gateways: [{ name: 'journal', kind: 'http', timeout_ms: 1_500, ...pace, options }],
    routes: [{ gateways: ['journal'] }],
  };
}
