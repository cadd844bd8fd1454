import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { readPage } from '../docs/page.js';
import { compileForRelay } from './relay.js';
import { type Folder, makeFolder, STRICTLY } from './written-files.js';

jest.setTimeout(60_000);

const ROOT = resolve(import.meta.dirname, '../..');
const SCHEMA = readFileSync(join(ROOT, 'schema.graphql'), 'utf8');

let folder: Folder;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => folder.remove());

async function run(command: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(ROOT, command), ...args], {
    cwd: folder.path,
  }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }));
  return stdout + stderr;
}

describe('graphql-codegen, with the codegen.ts of docs/graphql.md', () => {
  const QUERY = `query Campaigns($after: String) {
    campaigns(first: 10, after: $after) { nodes { id status createdAt counts { delivered } } } }`;
  const EVENTS = 'subscription Events { messageStatusChanged { sequence status occurredAt payload } }';

  it('makes types that a program compiles with', async () => {
    const { default: documented } = await import(folder.write('codegen.ts', readPage('graphql.md').code('codegen.ts')));
    const { config } = documented.generates['src/gql/'];
    const source = [QUERY, EVENTS].map((text) => `graphql(\`${text}\`);`).join('\n');
    const outputs = await preset.buildGeneratesSection({
      baseOutputDir: `${folder.path}/gql/`,
      schema: parse(SCHEMA),
      schemaAst: buildSchema(SCHEMA),
      documents: [{ location: 'page.ts', document: parse(`${QUERY}\n${EVENTS}`), rawSDL: source }],
      config,
      presetConfig: {},
      plugins: [],
      pluginMap: {},
    });
    mkdirSync(join(folder.path, 'gql'));
    for (const output of outputs) writeFileSync(output.filename, await codegen(output));
    folder.write(
      'page.ts',
      `import type { CampaignsQuery, CampaignsQueryVariables, EventsSubscription } from './gql/graphql.js';
      declare const campaigns: CampaignsQuery;
      declare const { messageStatusChanged: event }: EventsSubscription;
      export const variables: CampaignsQueryVariables = { after: 'x' };
      export const times: string[] = [campaigns.campaigns!.nodes[0]!.createdAt, event.occurredAt];
      export const sequence: number = event.sequence;
      // @ts-expect-error A status is one of a list.
      export const isWrong = event.status === 'SOMETHING';`,
    );
    const options = [...STRICTLY, '--noEmit', '--skipLibCheck', 'page.ts'];
    expect(await run('node_modules/typescript/bin/tsc', options)).toBe('');
  });
});

describe('relay-compiler', () => {
  it('compiles a page that loads more, and a part that is fetched again', async () => {
    const { said, artifact } = await compileForRelay(folder, [
      'query pageQuery($id: UUID!) { campaign(id: $id) { ...page_messages ...page_counts } }',
      `fragment page_messages on Campaign
        @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
        @refetchable(queryName: "pageMessagesQuery") {
        messages(first: $count, after: $cursor) @connection(key: "page_messages") { edges { node { to status } } }
      }`,
      'fragment page_counts on Campaign @refetchable(queryName: "pageCountsQuery") { counts { delivered } }',
    ]);
    expect(said).not.toMatch(/error|✖/i);
    const { params } = (await import(artifact('pageMessagesQuery'))).default;
    expect(params.text).toContain('node(id: $id)');
    // The compiler adds ids by itself, since they are of the type ID.
    expect(params.text.replace(/\s+/g, ' ')).toContain('edges { node { to status id __typename }');
  });
});
