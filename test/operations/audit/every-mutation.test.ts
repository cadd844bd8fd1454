import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { type Customer, useApi } from '../../http/start-api.js';
import { DIGITS, type Doer, WORD } from '../../support/calls/audited-mutation.js';
import { AUDITED_MUTATIONS, WITHOUT_ENTRY } from '../../support/calls/audited-mutations.js';
import { differences } from '../../support/differences.js';
import { addMember } from '../../support/people/member.js';
import { fingerprint } from '../../support/people/two-organisations.js';

const api = useApi({ SANDBOX_DELAY_MS: '0', TRUST_PROXY: '1' });
const mutations = buildPostriderSchema().getMutationType()?.getFields() ?? {};
const ADDRESS = '192.0.2.7';

beforeEach(() => api.sql('DELETE FROM rate_limits'));

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly actorId: string; readonly name: string };
  readonly address: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

const AUDIT_LOG = `{ auditLog(first: 100) { nodes {
  id action actor { kind actorId name } address subjectType subjectId before after
} } }`;

async function readLog(customer: Customer): Promise<Entry[]> {
  const { body } = await customer.call('POST', '/graphql', { query: AUDIT_LOG });
  return body.data.auditLog.nodes;
}

const inputTypeOf = (name: string) => getNamedType(mutations[name]?.args[0]?.type);

function takesKey(name: string): boolean {
  const type = inputTypeOf(name);
  return isInputObjectType(type) && 'idempotencyKey' in type.getFields();
}

/** Calls a mutation with these credentials, and answers its payload. */
async function mutate(headers: Readonly<Record<string, string>>, name: string, input: object) {
  const fields = AUDITED_MUTATIONS[name]?.made?.fields ?? '';
  const query = `mutation ($input: ${inputTypeOf(name)}!) {
    ${name}(input: $input) { ${fields} userErrors { code message } }
  }`;
  const sent = { ...headers, 'content-type': 'application/json', 'x-forwarded-for': ADDRESS };
  const { body } = await api.fetch('/graphql', {
    method: 'POST',
    headers: sent,
    body: JSON.stringify({ query, variables: { input } }),
  });
  return body.data?.[name] ?? body;
}

async function withKey(customer: Customer): Promise<Doer> {
  const { body } = await customer.call('POST', '/graphql', { query: '{ viewer { apiKey { actorId: keyId name } } }' });
  return { headers: customer.headers, actor: { kind: 'KEY', ...body.data.viewer.apiKey } };
}

async function signedIn(customer: Customer): Promise<Doer> {
  const { id, email, headers } = await addMember(api.services, customer.organisationId);
  return { headers, actor: { kind: 'PERSON', actorId: id, name: email } };
}

describe('every mutation', () => {
  it('is either known to need no entry, or has a case here', () => {
    const known = [...Object.keys(WITHOUT_ENTRY), ...Object.keys(AUDITED_MUTATIONS)];
    expect(differences(known, Object.keys(mutations))).toEqual({ missing: [], stale: [] });
    expect(new Set(known).size).toBe(known.length);
  });

  it('would be missed in either list', () => {
    const known = [...Object.keys(WITHOUT_ENTRY), ...Object.keys(AUDITED_MUTATIONS)];
    for (const name of known) {
      const others = known.filter((other) => other !== name);
      expect(differences(others, Object.keys(mutations)).missing).toEqual([name]);
    }
  });
});

const CASES = Object.entries(AUDITED_MUTATIONS).flatMap(([name, { arrange, otherwise = {}, ...mutation }]) =>
  [['as a rule', arrange] as const, ...Object.entries(otherwise)].map(([way, arrange]) => ({
    name,
    way,
    arrange,
    ...mutation,
  })),
);
const ACTORS = [
  { who: 'a key', become: withKey, cases: CASES.filter(({ peopleOnly }) => !peopleOnly) },
  { who: 'a person', become: signedIn, cases: CASES },
];

describe.each(ACTORS)('what $who does', ({ become, cases }) => {
  let customer: Customer;
  let everybody: Doer;
  beforeAll(async () => {
    customer = await api.customer();
    everybody = await become(customer);
  });

  it.each(cases)('is in the audit log once: $name, $way', async ({ name, action, arrange, made, again }) => {
    const { input, subjectId, by = everybody } = await arrange({ api, customer });
    const known = new Set((await readLog(customer)).map(({ id }) => id));
    const news = async () => (await readLog(customer)).filter(({ id }) => !known.has(id));

    const keyed = takesKey(name) ? { ...input, idempotencyKey: `${name} once` } : input;
    const payload = await mutate(by.headers, name, keyed);
    expect(payload).toMatchObject({ userErrors: [] });
    const entries = await news();
    const subject = made ? made.idOf(payload) : subjectId;
    expect(entries).toEqual([
      expect.objectContaining({
        action: action.toUpperCase().replace('.', '_'),
        actor: { ...by.actor, actorId: by.actor.actorId ?? subject },
        address: ADDRESS,
        subjectType: action.split('.')[0],
        subjectId: subject,
      }),
    ]);
    const written = JSON.stringify(entries);
    for (const secret of [WORD, DIGITS, made?.secretOf?.(payload) ?? WORD]) expect(written).not.toContain(secret);

    if (takesKey(name)) {
      await mutate(by.headers, name, keyed);
      expect(await news()).toHaveLength(1);
    }
    await mutate(by.headers, name, input);
    expect(await news()).toHaveLength(again === 'something' ? 2 : 1);
  });
});

describe('what only people do', () => {
  it.each(CASES.filter(({ peopleOnly }) => peopleOnly))(
    'is not done by a key, nor written: $name',
    async (mutation) => {
      const customer = await api.customer();
      const { input } = await mutation.arrange({ api, customer });
      const before = await fingerprint(api, customer.organisationId);
      const payload = await mutate(customer.headers, mutation.name, input);
      expect(payload).toMatchObject({ errors: [{ extensions: { code: 'NOT_A_PERSON' } }] });
      expect(await fingerprint(api, customer.organisationId)).toBe(before);
    },
  );
});

describe('what cannot be written down', () => {
  let customer: Customer;
  let everybody: Doer;
  beforeAll(async () => {
    customer = await api.customer();
    everybody = await signedIn(customer);
  });
  afterEach(() => api.sql('ALTER TABLE audit_entries DROP CONSTRAINT nothing_more'));

  it.each(CASES)('is not done: $name, $way', async ({ name, arrange }) => {
    const { input, by = everybody } = await arrange({ api, customer });
    const before = await fingerprint(api, customer.organisationId);
    await api.sql('ALTER TABLE audit_entries ADD CONSTRAINT nothing_more CHECK (false) NOT VALID');
    const answer = await mutate(by.headers, name, input);
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    expect(await fingerprint(api, customer.organisationId)).toBe(before);
  });
});
