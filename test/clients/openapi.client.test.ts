import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { useCustomer } from './use-customer.js';
import { STRICTLY } from './written-files.js';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');

const stage = useCustomer({ CHAT_PATH_SEGMENT: 'my-chat' });

beforeAll(async () => {
  stage.folder.write('openapi.json', await (await fetch(`${stage.server.url}/openapi.json`)).text());
});

const BODY = `{ to: '12025550124', message: 'Hello', reference: 'generated' }`;
const CALL = `
const key = process.env.KEY as string;
const organisation = process.env.ORGANISATION as string;
`;

/** Programs that do not compile if the document does not say what these calls take and return. */
const PROGRAMS = {
  'openapi-typescript': `
import createClient from 'openapi-fetch';
import type { components, paths } from './generated.js';
${CALL}
const client = createClient<paths>({
  baseUrl: process.env.URL as string,
  headers: { Authorization: \`Bearer \${key}\`, 'X-Organisation-Id': organisation },
});
const sent = await client.POST('/v1/sms/send/', { body: ${BODY} });
if (sent.error) throw new Error(sent.error.detail satisfies string);
const read = await client.GET('/v1/sms/messages/{message_id}/', { params: { path: { message_id: sent.data.message_id } } });
const refused = await client.POST('/v1/sms/send/', { body: { to: '', message: '' } });
if (!refused.error) throw new Error('It was not refused.');
const success: false = refused.error.success;
const phones = await client.GET('/v1/my-chat/phones/');
const event: components['schemas']['SmsDeliveredEvent']['type'] = 'sms.delivered';
console.log(JSON.stringify([read.data?.reference, success, phones.data?.count, event]));
`,
  '@hey-api/openapi-ts': `
import { getMessage, listPhonesAtMyChat, sendSms } from './generated/index.js';
import { client } from './generated/client.gen.js';
import type { SmsDeliveredEvent } from './generated/types.gen.js';
${CALL}
client.setConfig({ baseUrl: process.env.URL as never, auth: ({ scheme }) => (scheme === 'bearer' ? key : organisation) });
const sent = await sendSms({ body: ${BODY}, throwOnError: true });
const read = await getMessage({ path: { message_id: sent.data.message_id }, throwOnError: true });
const refused = await sendSms({ body: { to: '', message: '' } });
if (!refused.error) throw new Error('It was not refused.');
const success: false = refused.error.success;
const phones = await listPhonesAtMyChat({ throwOnError: true });
const event: SmsDeliveredEvent['type'] = 'sms.delivered';
console.log(JSON.stringify([read.data.reference, success, phones.data.count, event]));
`,
};

const GENERATE = {
  'openapi-typescript': ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'generated.d.ts'],
  '@hey-api/openapi-ts': ['@hey-api/openapi-ts/dist/run.mjs', '-i', 'openapi.json', '-o', 'generated', '--no-log-file'],
};

it.each(['openapi-typescript', '@hey-api/openapi-ts'] as const)(
  '%s generates a client that compiles and makes calls',
  async (generator) => {
    const [script = '', ...options] = GENERATE[generator];
    const { server, headers, folder } = stage;
    const cwd = folder.path;
    await run(process.execPath, [join(cwd, 'node_modules', script), ...options], { cwd });
    folder.write('program.ts', PROGRAMS[generator]);
    const compiler = [...STRICTLY, '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...compiler, 'program.ts'], { cwd }).catch(({ stdout }) => {
      throw new Error(stdout);
    });
    const env = {
      URL: server.url,
      KEY: headers.authorization.slice('Bearer '.length),
      ORGANISATION: headers['x-organisation-id'],
    };
    const { stdout } = await run(process.execPath, ['program.js'], { cwd, env });
    expect(JSON.parse(stdout)).toEqual(['generated', false, expect.any(Number), 'sms.delivered']);
  },
);

it('the samples in curl make the calls of the examples', async () => {
  const { server, headers } = stage;
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { 'x-codeSamples': { source: string }[] }>>;
  };
  const sources = Object.values(paths).flatMap((path) =>
    Object.values(path).map((one) => one['x-codeSamples'][0]?.source ?? ''),
  );
  for (const source of sources) {
    const command = source
      .replace(/http:\/\/[^/]+/, server.url)
      .replace('Bearer <API_KEY>', headers.authorization)
      .replace('<ORGANISATION_ID>', headers['x-organisation-id'])
      .replace('curl', `curl -s -o /dev/null -w '%{http_code}'`);
    // The ids, the token and the cursor of the examples belong to nothing, the host of the webhook has no address, and
    // a test key erases nothing and changes no keywords.
    const expected = /"url"|token=|cursor=|\/erasures\/|PATCH .*\/keywords\//.test(source)
      ? /^40[034]$/
      : /^(20[012]|404)$/;
    expect([source, (await run('sh', ['-c', command])).stdout]).toEqual([source, expect.stringMatching(expected)]);
  }
});
