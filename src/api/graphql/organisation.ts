import { Field, Int, ObjectType } from 'type-graphql';
import type { Caller } from '../../domain/context.js';
import type { RateLimitBucket as Bucket } from '../../domain/limits.js';
import type { KeyMode as Mode } from '../../domain/vocabulary.js';
import type { RateLimitState } from './context.js';
import { KeyMode, RateLimitBucket } from './enums.js';
import { Node } from './node.js';
import type { OrganisationRow } from './rows.js';
import { DateTime, UUID } from './scalars.js';

@ObjectType({ implements: Node, description: 'The organisation that calls are made for.', simpleResolvers: true })
export class Organisation extends Node {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Int, { description: 'After how many days texts and numbers are redacted; counts stay.' })
  retentionDays!: number;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: Date;
}

export function toOrganisation(row: OrganisationRow, usualRetentionDays: number): Organisation {
  const { id, name, createdAt } = row;
  return { typeName: 'Organisation', id, name, retentionDays: row.retentionDays ?? usualRetentionDays, createdAt };
}

@ObjectType({ description: 'An API key, without the key itself.', simpleResolvers: true })
export class ApiKey {
  @Field(() => UUID, { description: 'Identifies the key.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => KeyMode, { description: 'What it may reach.' })
  mode!: Mode;

  @Field(() => [String], { description: 'What it may be used for, such as `sms:send`.' })
  scopes!: readonly string[];
}

export function toApiKey({ keyId, keyName, mode, scopes }: Caller): ApiKey {
  return { id: keyId, name: keyName, mode, scopes };
}

@ObjectType({
  description: 'How often the organisation may call, and how much of that is left.',
  simpleResolvers: true,
})
export class RateLimit {
  @Field(() => RateLimitBucket, { description: 'The calls that share this limit.' })
  bucket!: Bucket;

  @Field(() => Int, { description: 'Calls allowed in one window.' })
  limit!: number;

  @Field(() => Int, { description: 'Calls left in the current window.' })
  remaining!: number;

  @Field(() => Int, { description: 'Length of a window in seconds.' })
  windowSeconds!: number;

  @Field(() => DateTime, { description: 'When the current window ends and all calls are allowed again.' })
  resetAt!: Date;
}

export function toRateLimit({ resetSeconds, ...limit }: RateLimitState): RateLimit {
  return { ...limit, resetAt: new Date(Date.now() + resetSeconds * 1000) };
}

@ObjectType({ description: 'Who is calling.', simpleResolvers: true })
export class Viewer {
  @Field(() => ApiKey, { description: 'The key that the call was made with.' })
  apiKey!: ApiKey;
}
