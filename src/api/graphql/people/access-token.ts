import { Field, InputType, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { WITHHELD_SCOPES } from '../../../domain/people/access-token.js';
import type { Scope as ScopeWord } from '../../../domain/vocabulary.js';
import { createAccessToken } from '../../../operations/people/access-tokens.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf, nameOf } from '../kernel/enum.js';
import { mutation, object, text } from '../kernel/mutation.js';
import { DateTime, UUID } from '../kernel/scalars.js';

export const Scope = enumOf<ScopeWord>(
  'Scope',
  'The permission for a group of operations. GraphQL writes SMS_SEND for the `sms:send` of REST and of the command line.',
  {
    'sms:send': 'Send SMS and campaigns, and cancel, pause, resume, reschedule and retry them.',
    'sms:read': 'Read SMS, campaigns, statistics and gateways.',
    'chat:send': 'Send chat messages.',
    'chat:read': 'Read chat messages, phones and groups.',
    'sessions:manage': 'Connect, control and delete phones.',
    'webhooks:manage': 'Read and change webhooks, and see their deliveries.',
    'suppressions:manage': 'Read, add and lift suppressions.',
    'inbox:read': 'Read the SMS that people send to the numbers of the organisation.',
    'keys:manage': 'Read, create, rotate and revoke API keys.',
    'senders:manage': 'Read, register and delete sender IDs.',
    'organisation:manage': 'Change the settings of the organisation and, for people, its members; erase numbers.',
    'audit:read': 'Read the audit log, and the e-mail addresses of people who did something.',
  },
);

@ObjectType({
  description: 'What an access token may do. Everything else is as for its API key.',
  simpleResolvers: true,
})
export class AccessToken {
  @Field(() => [Scope], { description: 'The scopes of the token.' })
  scopes!: readonly ScopeWord[];

  @Field(() => [UUID], {
    nullable: true,
    description:
      'The sessions that the token may send through and control; null: those of the key. Its scopes decide what it ' +
      'may read.',
  })
  sessionIds!: readonly string[] | null;

  @Field(() => DateTime, { description: 'The time when the token expires.' })
  expiresAt!: string;
}

const WITHHELD = WITHHELD_SCOPES.map((scope) => `\`${nameOf(scope)}\``).join(' and ');

@InputType({ description: 'An access token to create.' })
class CreateAccessTokenInput {
  @Field(() => [Scope], {
    nullable: true,
    description:
      `The scopes of the token, which the key must have too; ${WITHHELD} cannot be among them. If omitted, \`SMS_READ\` ` +
      'and `CHAT_READ`, as far as the key has them.',
  })
  scopes?: ScopeWord[] | null;

  @Field(() => [UUID], {
    nullable: true,
    description:
      'The ids of the sessions that the token may send through and control, from 1 to ' +
      `${LIMITS.sessionsPerAccessToken}, which the key may use too; those of the key if omitted.`,
  })
  sessionIds?: string[] | null;
}

export const ACCESS_TOKEN_MUTATIONS = [
  mutation({
    name: 'createAccessToken',
    description:
      `Creates an access token, with which a web page calls the API for ${LIMITS.accessTokenMinutes} minutes in place ` +
      'of the API key. It may do no more than the key, and stops working with it. Only API keys may call this.',
    input: CreateAccessTokenInput,
    takes: 'The token.',
    payload: {
      accessToken: object(() => AccessToken, 'What the token may do.'),
      token: text('The token itself, for the header `Authorization: Bearer …`. It is not stored.'),
    },
    async resolve(context: ResolverContext, input) {
      const { token, scopes, sessionIds, expiresAt } = await createAccessToken(context, input);
      return { accessToken: { scopes, sessionIds, expiresAt }, token };
    },
  }),
];
