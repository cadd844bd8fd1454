import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawnPostrider } from '../programs/program.ts';
import { createTestDatabase } from './database.ts';

// The global setup loads this file outside of jest's modules, so it may import nothing of `src`.

/** A running server, and its database. */
export interface SharedServer {
  readonly serverUrl: string;
  readonly url: string;
  readonly superuserUrl: string;
}

export const SECRET_KEY = 'a secret of the tests that is long enough';
export const SANDBOX_DELAY_MS = '60';

/** No test of the console needs other settings; most need none of these. */
const SETTINGS = { SANDBOX_RETRY_SECONDS: '1', ALLOW_PRIVATE_NETWORK_URLS: 'true' };

const OFFERED_AT = 'POSTRIDER_TEST_SHARED_SERVER';

/**
 * Starts a server when the first test of the run asks for it. The process of the global setup owns it, because that of
 * a test may end before those of other tests do. Returns what stops it.
 */
export async function offerSharedServer(): Promise<() => Promise<void>> {
  let started: ReturnType<typeof start> | undefined;
  const desk = createServer(async (_request, response) => {
    started ??= start();
    const answer = await started.then(
      ({ shared }) => shared,
      (error: unknown) => ({ error: String(error) }),
    );
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  desk.unref();
  process.env[OFFERED_AT] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await (await started?.catch(() => undefined))?.program.term();
  };
}

async function start() {
  const { url, superuserUrl } = await createTestDatabase();
  const settings = { DATABASE_URL: url, SECRET_KEY, SANDBOX_DELAY_MS, LOG_LEVEL: 'warn', ...SETTINGS };
  const program = await spawnPostrider(['serve'], settings);
  const shared: SharedServer = { serverUrl: program.url, url, superuserUrl };
  return { program, shared };
}

/** Called by tests. */
export async function findSharedServer(): Promise<SharedServer> {
  const response = await fetch(String(process.env[OFFERED_AT]));
  const answer = (await response.json()) as SharedServer & { readonly error?: string };
  if (answer.error) throw new Error(answer.error);
  return answer;
}
