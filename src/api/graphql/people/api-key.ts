import { Args, Ctx, Field, ID, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { apiKeyState } from '../../../domain/people/api-key.js';
import {
  type ApiKeyState as KeyState,
  type KeyMode as Mode,
  type Scope as ScopeWord,
  type ApiKeyState as State,
} from '../../../domain/vocabulary.js';
import {
  type ApiKeyRow,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../../operations/people/api-keys.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { idInput, mutation, object, text } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime, UUID } from '../kernel/scalars.js';
import { Scope } from './access-token.js';
import { AuditActor, toCreatedBy } from './actor.js';

export const KeyMode = enumOf<Mode>('KeyMode', 'Which gateways an API key may use.', {
  live: 'Live: messages are sent through the configured gateways.',
  test: 'Test: messages stay in the sandbox and never reach a phone.',
});

const ApiKeyState = enumOf<KeyState>('ApiKeyState', 'Whether an API key can be used.', {
  active: 'Active: the key can be used.',
  expired: 'Expired: the key has reached its expiry time, or the overlap after its rotation is over.',
  revoked: 'Revoked: the key was revoked.',
});

@ObjectType({
  description: 'An API key, with which programs call the API. The key itself is returned once, when it is created.',
  simpleResolvers: true,
})
export class ApiKey {
  @Field(() => ID, { description: 'The id of the key.' })
  id!: string;

  @Field(() => String, { description: 'The name of the key.' })
  name!: string;

  @Field(() => String, { description: 'The first and last characters of the key, to tell it from others.' })
  hint!: string;

  @Field(() => KeyMode, { description: 'Which gateways the key may use.' })
  mode!: Mode;

  @Field(() => [Scope], { description: 'The scopes of the key.' })
  scopes!: readonly ScopeWord[];

  @Field(() => [UUID], {
    nullable: true,
    description:
      'The sessions that the key may send through and control; null: all. Its scopes decide what it may read.',
  })
  sessionIds!: readonly string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The sender IDs that the key may send SMS from, one of which every send must name; null: all.',
  })
  senderIds!: readonly string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The IP addresses and networks that the key may be used from; null: all.',
  })
  addresses!: readonly string[] | null;

  @Field(() => ApiKeyState, { description: 'Whether the key can be used.' })
  state!: State;

  @Field(() => DateTime, { description: 'The time when the key was created.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'The time when the key expires; null: never.' })
  expiresAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'The time when the key was revoked.' })
  revokedAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the key was last used, to the minute; null: never.',
  })
  lastUsedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The IP address from which the key was last used, to the minute; null: never since it is recorded. Calls with access ' +
      'tokens of the key do not count.',
  })
  lastUsedFrom!: string | null;

  @Field(() => AuditActor, {
    nullable: true,
    description: 'Who created the key; null if it was created before version 0.2.',
  })
  createdBy!: AuditActor | null;

  @Field(() => UUID, { nullable: true, description: 'The id of the key that this key replaces after a rotation.' })
  replaces!: string | null;
}

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  ...row,
  createdBy: toCreatedBy(row),
  state: apiKeyState(row, new Date()),
});

const ApiKeyConnection = connectionOf('ApiKey', 'API keys', () => ApiKey);

const ENTRIES = `from 1 to ${LIMITS.restrictionsPerKey}; not restricted if omitted.`;

@InputType({ description: 'An API key to create.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: `A name to recognise the key by, at most ${LIMITS.nameLength} characters.` })
  name!: string;

  @Field(() => KeyMode, { description: 'Which gateways the key may use. A test key can create test keys only.' })
  mode!: Mode;

  @Field(() => [Scope], { description: 'The scopes of the key, which the caller must have too.' })
  scopes!: ScopeWord[];

  @Field(() => DateTime, { nullable: true, description: 'The time when the key expires; never if omitted.' })
  expiresAt?: Date | null;

  @Field(() => [UUID], {
    nullable: true,
    description: `The ids of the sessions that the key may send through and control, ${ENTRIES}`,
  })
  sessionIds?: string[] | null;

  @Field(() => [String], { nullable: true, description: `The sender IDs that the key may send SMS from, ${ENTRIES}` })
  senderIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `The IP addresses and networks that the key may be used from, such as \`192.0.2.7\` or \`2001:db8::/32\`, ${ENTRIES}`,
  })
  addresses?: string[] | null;
}

@InputType({ description: 'The key to replace.' })
export class RotateApiKeyInput {
  @Field(() => UUID, { description: 'The key.' })
  apiKeyId!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      `The old key stays valid for this many hours, at most ${LIMITS.keyOverlapHoursMax}; ` +
      `${LIMITS.keyOverlapHours} if omitted.`,
  })
  overlapHours?: number | null;
}

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Query(() => ApiKeyConnection, {
    complexity: 5,
    description: 'Returns the API keys of the organisation, newest first, including revoked and expired ones.',
  })
  async apiKeys(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return ApiKeyConnection.of(await listApiKeys(context, page), toApiKey);
  }
}

const takes = 'The key.';
const key = text('The key itself. It is returned once and cannot be read again.');

export const API_KEY_MUTATIONS = [
  mutation({
    name: 'createApiKey',
    description:
      'Creates an API key. The new key has at most the scopes and the lifetime of the caller, and a ' +
      `restricted key cannot create keys. An organisation may have ${LIMITS.keysPerOrganisation} active keys.`,
    input: CreateApiKeyInput,
    takes,
    payload: { apiKey: object(() => ApiKey, 'The created key.'), key },
    async resolve(context: ResolverContext, input) {
      const made = await createApiKey(context, { ...input, by: context.caller });
      return { apiKey: toApiKey(made.apiKey), key: made.key };
    },
  }),
  mutation({
    name: 'rotateApiKey',
    description:
      'Replaces an API key by a new one with the same name, mode, scopes, restrictions and expiry. The old ' +
      'key stays valid for some hours. A key has one replacement; if that is lost, revoke it and rotate the ' +
      'old key again.',
    input: RotateApiKeyInput,
    takes,
    payload: {
      apiKey: object(() => ApiKey, 'The new key.'),
      key,
      replaced: object(() => ApiKey, 'The old key, with the time when it expires.'),
    },
    async resolve(context: ResolverContext, { apiKeyId, overlapHours }) {
      const made = await rotateApiKey(context, { by: context.caller, id: apiKeyId, overlapHours });
      return { apiKey: toApiKey(made.apiKey), key: made.key, replaced: toApiKey(made.replaced) };
    },
  }),
  mutation({
    name: 'revokeApiKey',
    description: 'Revokes an API key permanently, within five seconds. Revoking it again changes nothing.',
    input: idInput('RevokeApiKeyInput', 'The key to revoke.', 'apiKeyId', 'The key.'),
    takes,
    payload: { apiKey: object(() => ApiKey, 'The revoked key.') },
    resolve: async (context: ResolverContext, { apiKeyId }) => ({
      apiKey: toApiKey(await revokeApiKey(context, { by: context.caller, id: apiKeyId })),
    }),
  }),
];
