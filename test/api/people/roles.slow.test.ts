import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { admit } from '../../../src/api/guard/admission.js';
import { POLICIES } from '../../../src/api/guard/policies.js';
import { createRequestContext } from '../../../src/api/guard/request-context.js';
import { ROLE_SCOPES } from '../../../src/domain/people/roles.js';
import { ROLES, type Role } from '../../../src/domain/vocabulary.js';
import { listEvents } from '../../../src/operations/events/event-log.js';
import { useApi } from '../../http/start-api.js';
import { graphqlCalls } from '../../support/calls/generate-graphql-calls.js';
import { asMember, newPerson } from '../../support/people/members.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
const LACKS_SCOPE = /^Your role lacks the scope [a-z:]+\.$/;

const mayAsk = (role: Role, { scope }: { readonly scope: string | null }) =>
  scope === null || (ROLE_SCOPES[role] as readonly string[]).includes(scope);

describe.each(ROLES)('a member with the role %s', (role) => {
  it('is let in to every root field that the scopes of the role open, and to no other', async () => {
    const person = await newPerson(api.services);
    const { caller } = asMember(api.services, '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70', person, role);
    const none = { consume: async () => undefined, read: async () => [] } as never;
    const desk = { services: api.services, rateLimits: none, accountLimits: none, forgetSessions: () => undefined };
    // What only keys may call is refused to every role.
    const policies = Object.entries(POLICIES).filter(([, policy]) => policy.for !== 'key');
    const outcomes = policies.map(async ([field]) => {
      const context = createRequestContext(desk, { visitor: { address: '192.0.2.7', person }, caller }, 'a-request');
      const refusal = await admit(context, field).then(
        () => null,
        (error: Error) => error.message,
      );
      return [field, refusal === null || !LACKS_SCOPE.test(refusal), refusal];
    });
    const expected = policies.map(([field, policy]) => {
      return [field, mayAsk(role, policy), mayAsk(role, policy) ? null : `Your role lacks the scope ${policy.scope}.`];
    });
    expect(await Promise.all(outcomes)).toEqual(expected);
  });

  it('meets the same over HTTP with the cookie of their session', async () => {
    const member = await api.member(role);
    const outcomes: [string, boolean][] = [];
    for (const { rootField, document, variables } of SCOPED_CALLS) {
      const answer = await member.graphql(document, variables);
      const errors: { message: string }[] = answer.body.errors ?? [];
      outcomes.push([rootField, !errors.some(({ message }) => LACKS_SCOPE.test(message))]);
    }
    expect(outcomes).toEqual(
      SCOPED_CALLS.map(({ rootField }) => [rootField, mayAsk(role, POLICIES[rootField] ?? { scope: null })]),
    );
  });
});

describe('a viewer', () => {
  it('who asks for events beyond the role is told so, and nothing of a key', async () => {
    const context = asMember(api.services, randomUUID(), await newPerson(api.services), 'viewer');
    await expect(listEvents(context, { after: null, types: ['webhook.disabled'] })).rejects.toMatchObject({
      message: 'Your role lacks the scope webhooks:manage.',
    });
  });
});

/** Made from the schema. What needs no scope is the same for every role, and some of it would end the session. */
const SCOPED_CALLS = graphqlCalls(buildPostriderSchema()).filter(
  ({ rootField, document }) => POLICIES[rootField]?.scope && !document.startsWith('subscription'),
);
