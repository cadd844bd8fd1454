import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { POLICIES } from '../../../src/api/guard/policies.js';
import { EVENT_TYPES } from '../../../src/domain/events/event.js';
import { useApi, useCustomer } from '../../http/start-api.js';
import { callsOf, checkAnswersWith, withClosedObjects } from '../../support/calls/openapi-document.js';
import { addOneOfEach, exampleOf, type OwnIds } from '../../support/calls/rest-example.js';
import { ROUTES } from '../../support/calls/rest-routes.js';

const api = useApi();

/** Mutations that the REST face does not have. */
const GRAPHQL_ONLY =
  'acceptInvitation changeMemberRole changePassword createApiKey createOrganisation createSenderId createSession ' +
  'deleteSenderId deleteSession endPersonSession inviteMember leaveOrganisation logOutSession refreshGroups ' +
  'removeMember requestPairingCode requestPasswordReset resetPassword restartSession revokeApiKey ' +
  'revokeInvitation rotateApiKey setUp signIn signOut signUp startSession stopSession updateOrganisation ' +
  'updatePerson verifyEmail';

const named = ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);

describe('the table of routes', () => {
  it('holds exactly the routes that the golden files promise, each with its success status', () => {
    const recorded = globSync('test/golden/recorded/rest/*.golden.txt').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^# (\S+ \/v1\/\S+)\n\n## (2\d\d) /gm)].map(
        ([, at, status]) => `${at} ${status}`,
      ),
    );
    expect(recorded.toSorted()).toEqual(
      ROUTES.map(({ method, path, status }) => `${method} ${path} ${status}`).toSorted(),
    );
  });

  it.each(named)('%s ends with a slash and has a policy', (_, { path, operation }) => {
    expect(path).toMatch(/^\/v1\/[a-z{}_/-]+\/$/);
    expect(POLICIES[operation]).toBeDefined();
  });

  const guarded = named.filter(([, { operation }]) => POLICIES[operation]?.for !== 'anybody');
  it.each(guarded)('%s demands a key, with and without the slash', async (_, { method, path }) => {
    for (const address of [path, path.slice(0, -1)]) {
      expect(await api.fetch(address, { method })).toMatchObject({ status: 401 });
    }
  });

  it('reaches every mutation, except those that only GraphQL has', () => {
    const mutations = Object.keys(buildPostriderSchema().getMutationType()?.getFields() ?? {});
    const reached = ROUTES.map(({ operation }) => operation);
    expect(
      mutations
        .filter((name) => !reached.includes(name))
        .sort()
        .join(' '),
    ).toBe(GRAPHQL_ONLY);
  });
});

interface DescribedFailure {
  readonly description: string;
  readonly content: Readonly<
    Record<string, { readonly examples: Readonly<Record<string, { readonly value: object }>> }>
  >;
}

interface Described {
  readonly name: string;
  readonly example?: unknown;
  readonly schema: object;
}

describe('/openapi.json', () => {
  it('describes every route, with its examples in the shapes that it promises', async () => {
    const { status, body } = await api.fetch('/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // Downloads are no routes with a document.
    const downloads = ['GET /v1/exports/download/', 'GET /v1/inbox/{inbound_id}/media/'];
    expect(described.sort()).toEqual([...named.map(([name]) => name), ...downloads].sort());
    const checkAnswer = checkAnswersWith(withClosedObjects(body));
    for (const { method, path, status } of ROUTES) {
      const { example } = body.paths[path][method.toLowerCase()].responses[status].content['application/json'];
      expect({ path, problems: checkAnswer(method, path, status, example) }).toEqual({ path, problems: [] });
    }
  });

  it('has examples of errors in the shapes that it promises', async () => {
    const { body } = await api.fetch('/openapi.json');
    const checkAnswer = checkAnswersWith(withClosedObjects(body));
    for (const { method, path } of ROUTES) {
      const { responses } = body.paths[path][method.toLowerCase()];
      for (const [status, { $ref }] of Object.entries<{ readonly $ref?: string }>(responses)) {
        const failure: DescribedFailure | undefined = body.components.responses[$ref?.split('/').at(-1) ?? ''];
        for (const [code, { value }] of Object.entries(failure?.content['application/json']?.examples ?? {})) {
          expect({ path, code, problems: checkAnswer(method, path, Number(status), value) }).toEqual({
            path,
            code,
            problems: [],
          });
        }
      }
    }
  });

  it('names the schema of every request body after its operation', async () => {
    const { body } = await api.fetch('/openapi.json');
    const calls = callsOf(body).filter((call) => call.body !== null);
    expect(calls).toHaveLength(ROUTES.filter((route) => route.body).length);
    expect(Object.keys(body.components.schemas.SendSmsBody.properties)).toEqual(
      expect.arrayContaining(['to', 'message']),
    );
  });

  it('describes numbers in query strings as integers, as generated clients take them', async () => {
    const { body } = await api.fetch('/openapi.json');
    const parametersOf = (path: string) =>
      Object.fromEntries(
        body.paths[path].get.parameters.map(({ name, schema, example }: Described) => [name, { ...schema, example }]),
      );
    expect(parametersOf('/v1/sms/campaigns/').page_size).toMatchObject({ type: 'integer', minimum: 1, example: 20 });
    expect(parametersOf('/v1/events/').after).toMatchObject({ type: 'integer', minimum: 0, example: 0 });
  });

  it('describes the errors of all sends as they are answered', async () => {
    const { body } = await api.fetch('/openapi.json');
    const sends = named.filter(([, { marksFailures }]) => marksFailures);
    expect(sends.map(([, { operation }]) => operation)).toEqual([
      'sendChatMessage',
      'sendGroupMessage',
      'sendSms',
      'sendBulkSms',
    ]);
    for (const [, { path, asksEngine, status }] of sends) {
      const { [status]: _, ...failures } = body.paths[path].post.responses as Record<string, { $ref: string }>;
      const ofEngine = asksEngine ? ['404', '502'] : [];
      const statuses = ['400', '401', '403', '409', '413', '415', '422', '429', '503', ...ofEngine].sort();
      expect(Object.keys(failures)).toEqual(statuses);
      for (const { $ref } of Object.values(failures)) {
        const response = body.components.responses[$ref.split('/').at(-1) ?? ''];
        for (const { value } of Object.values<{ value: object }>(response.content['application/json'].examples)) {
          expect(value).toMatchObject({ success: false, detail: expect.any(String) });
        }
      }
    }
  });

  it('explains every code that its answers have', async () => {
    const { body } = await api.fetch('/openapi.json');
    const explained = new Map(
      [...body.info.description.matchAll(/^- `(\w+)` \((\d+)\): .+\.$/gm)].map(([, code, status]) => [code, status]),
    );
    const answers = Object.entries<DescribedFailure>(body.components.responses);
    const shown = answers.flatMap(([name, { content }]) =>
      Object.entries(content['application/json']?.examples ?? {}).map(([code, { value }]) => {
        expect(value).toMatchObject({ code });
        return [code, name.slice(-3)];
      }),
    );
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter(([code, status]) => explained.get(code) !== status)).toEqual([]);
    const named = answers.flatMap(([, { description }]) =>
      [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => code),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((code) => !explained.has(code))).toEqual([]);
  });

  it('shows errors of chat engines only where a call asks one', async () => {
    const { 409: plain, Engine409: engine } = (await api.fetch('/openapi.json')).body.components.responses;
    const codesOf = (response: DescribedFailure) => Object.keys(response.content['application/json']?.examples ?? {});
    expect(codesOf(engine)).toContain('session_not_connected');
    expect(codesOf(engine).filter((code) => code !== 'session_not_connected')).toEqual(codesOf(plain));
  });

  it('has no reference that leads nowhere, and no operationId twice', async () => {
    const { body } = await api.fetch('/openapi.json');
    for (const [, path] of JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = (path as string).split('/').reduce((at, name) => at?.[name], body);
      expect({ path, found: found !== undefined }).toEqual({ path, found: true });
    }
    const ids = [...JSON.stringify(body).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(
      ROUTES.length + ['downloadReceivedMedia', 'downloadExport'].length + EVENT_TYPES.length,
    );
  });

  describe('has an example that the server takes and answers in the promised shape', () => {
    let checkAnswer: ReturnType<typeof checkAnswersWith>;
    const reader = useCustomer(api);
    let toRead: OwnIds;
    beforeAll(async () => {
      checkAnswer = checkAnswersWith(withClosedObjects((await api.fetch('/openapi.json')).body));
      toRead = await addOneOfEach(api, reader);
    });

    it.each(named)('%s', async (_, route) => {
      const changes = route.method !== 'GET';
      const by = changes ? await api.customer() : reader;
      const { path, query, body } = exampleOf(route, changes ? await addOneOfEach(api, by) : toRead);
      const answer = await by.call(route.method, `${path}?${new URLSearchParams(query)}`, body);
      expect(answer.status).toBe(route.status);
      expect(checkAnswer(route.method, path, answer.status, answer.body)).toEqual([]);
    });
  });

  it('describes the error of a reader that was away for too long', async () => {
    const { body } = await api.fetch('/openapi.json');
    expect(body.paths['/v1/events/'].get.responses['410'].$ref).toBe('#/components/responses/410');
    expect(body.components.responses['410'].content['application/json'].examples.events_expired.value).toMatchObject({
      code: 'events_expired',
      oldest_sequence: expect.any(Number),
    });
  });
});
