import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLResponse,
  Network,
  Observable,
  RecordSource,
  requestSubscription,
  Store,
} from 'relay-runtime';
import { readPage } from '../docs/page.js';
import { type Cache, CHANGES, changedIn, type Front, listOf, MESSAGE, nodesOf, openSocket } from './caches.js';
import type { Folder } from './written-files.js';

const SCHEMA = resolve(import.meta.dirname, '../../schema.graphql');

/**
 * Compiles the documents of a page as docs/graphql.md says, and returns what was made of one, by its name, and what
 * the compiler said.
 */
export async function compileForRelay({ path, write }: Folder, documents: readonly string[]) {
  mkdirSync(join(path, 'src'), { recursive: true });
  write('src/page.ts', documents.map((text) => `graphql\`${text}\`;`).join('\n'));
  copyFileSync(SCHEMA, join(path, 'schema.graphql'));
  const config = write('relay.config.json', readPage('graphql.md').code('relay.config.json'));
  const compiler = join(import.meta.dirname, 'node_modules/relay-compiler/cli.js');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [compiler, config], { cwd: path });
  const artifact = (name: string) => join(path, `src/__generated__/${name}.graphql.ts`);
  return { said: stdout + stderr, artifact };
}

export async function openRelay(front: Front): Promise<Cache> {
  const list = listOf('@connection(key: "page_messages")');
  const { artifact } = await compileForRelay(front.folder, [list, MESSAGE, CHANGES]);
  const compiled = async (name: string): Promise<ConcreteRequest> => (await import(artifact(name))).default;
  const [listQuery, messageQuery, changes] = await Promise.all([
    compiled('pageListQuery'),
    compiled('pageMessageQuery'),
    compiled('pageChangesSubscription'),
  ]);
  const socket = openSocket(front);
  const environment = new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(
      async ({ text: query }, variables) => {
        const headers = { ...front.headers, 'content-type': 'application/json' };
        const body = JSON.stringify({ query, variables });
        return (await fetch(front.url, { method: 'POST', headers, body })).json() as Promise<GraphQLResponse>;
      },
      ({ text }, variables) =>
        Observable.create((sink) => socket.subscribe({ query: text ?? '', variables }, sink as never)),
    ),
  });
  return {
    readList: (campaignId) => fetchQuery(environment, listQuery, { campaignId }).toPromise(),
    listed: (campaignId) =>
      nodesOf(environment.lookup(createOperationDescriptor(listQuery, { campaignId }).fragment).data),
    readMessage: (id) => fetchQuery(environment, messageQuery, { id }).toPromise(),
    firstChanged: (campaignId) =>
      new Promise((resolve, onError) => {
        const onNext = (data: unknown) => resolve(changedIn(data));
        requestSubscription(environment, { subscription: changes, variables: { campaignId }, onNext, onError });
      }),
    close: async () => socket.dispose(),
  };
}
