import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { apiKeyState } from '../../../domain/people/api-key.js';
import { type KeyMode as Mode, SCOPES, type ApiKeyState as State } from '../../../domain/vocabulary.js';
import { connectionOf } from '../kernel/connection.js';
import { ApiKeyState, KeyMode } from '../kernel/enums.js';
import type { ApiKeyRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';

@ObjectType({
  description: 'A key that programs call with. The key itself is shown once, when it is made.',
  simpleResolvers: true,
})
export class ApiKey {
  @Field(() => UUID, { description: 'Identifies the key.' })
  id!: string;

  @Field(() => String, { description: 'A name to recognise it by.' })
  name!: string;

  @Field(() => String, { description: 'The beginning and the end of the key, to tell it from others.' })
  hint!: string;

  @Field(() => KeyMode, { description: 'What it may reach.' })
  mode!: Mode;

  @Field(() => [String], { description: 'What it may be used for, such as `sms:send`.' })
  scopes!: readonly string[];

  @Field(() => [UUID], {
    nullable: true,
    description:
      'The phones that it may send through and control; null: all. What it may read is a matter of its scopes.',
  })
  sessionIds!: readonly string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The sender IDs that it may send SMS as, one of which every send names; null: all.',
  })
  senderIds!: readonly string[] | null;

  @Field(() => [String], { nullable: true, description: 'The addresses that it may be used from; null: all.' })
  addresses!: readonly string[] | null;

  @Field(() => ApiKeyState, { description: 'Whether it can be used.' })
  state!: State;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it expires; null: never.' })
  expiresAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked.' })
  revokedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was last used, to the minute; null: never.' })
  lastUsedAt!: string | null;

  @Field(() => UUID, { nullable: true, description: 'The key that it has taken the place of, by rotation.' })
  replaces!: string | null;
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  const { id, name, hint, mode, scopes, sessionIds, senderIds, addresses, replaces } = row;
  const { createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  const said = { id, name, hint, mode, scopes, sessionIds, senderIds, addresses, replaces };
  return { ...said, createdAt, expiresAt, revokedAt, lastUsedAt, state: apiKeyState(row, new Date()) };
}

export const ApiKeyConnection = connectionOf('ApiKey', 'API keys', () => ApiKey);

const ENTRIES = `from 1 to ${LIMITS.restrictionsPerKey}; left out: not restricted.`;

@InputType({ description: 'A key that is to be.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'A name to recognise it by, at most 200 characters.' })
  name!: string;

  @Field(() => KeyMode, { description: 'What it may reach. A test key makes test keys alone.' })
  mode!: Mode;

  @Field(() => [String], {
    description: `What it may be used for, of what the caller may do: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
  })
  scopes!: string[];

  @Field(() => DateTime, { nullable: true, description: 'When it expires; left out: never.' })
  expiresAt?: Date | null;

  @Field(() => [UUID], {
    nullable: true,
    description: `The phones that it may send through and control, ${ENTRIES}`,
  })
  sessionIds?: string[] | null;

  @Field(() => [String], { nullable: true, description: `The sender IDs that it may send SMS as, ${ENTRIES}` })
  senderIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `The addresses and networks that it may be used from, such as \`192.0.2.7\` or \`2001:db8::/32\`, ${ENTRIES}`,
  })
  addresses?: string[] | null;
}

@InputType({ description: 'Which key gets a successor.' })
export class RotateApiKeyInput {
  @Field(() => UUID, { description: 'The key.' })
  apiKeyId!: string;

  @Field(() => Int, {
    nullable: true,
    description: `The old key is good for so many hours, at most ${LIMITS.keyOverlapHoursMax}; left out: ${LIMITS.keyOverlapHours}.`,
  })
  overlapHours?: number | null;
}
