import { afterAll, beforeAll, jest } from '@jest/globals';
import { type Server, startServer } from '../support/programs/server.js';
import { type Folder, makeFolder } from './written-files.js';

/** A running server, an organisation that calls it, and a folder for programs. */
export interface CustomerStage {
  server: Server;
  headers: Awaited<ReturnType<Server['customer']>>;
  folder: Folder;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
  post(path: string, body?: object): Promise<any>;
}

export function useCustomer(env: Record<string, string> = {}): CustomerStage {
  // A start of the real program, which a busy machine makes slow.
  jest.setTimeout(120_000);
  const stage = {
    async post(path, body = {}) {
      const headers = { ...stage.headers, 'content-type': 'application/json' };
      const answer = await fetch(stage.server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.json();
    },
  } as CustomerStage;
  beforeAll(async () => {
    stage.server = await startServer(env);
    stage.headers = await stage.server.customer();
    stage.folder = makeFolder();
  });
  afterAll(async () => {
    stage.folder?.remove();
    await stage.server?.stop();
  });
  return stage;
}
