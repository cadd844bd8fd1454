import { Field, Int, ObjectType } from 'type-graphql';
import type { RateLimitBucket as Bucket } from '../../../domain/limits.js';
import type { RateLimitState } from '../kernel/context.js';
import { RateLimitBucket } from '../kernel/enums.js';
import { Node } from '../kernel/node.js';
import type { OrganisationRow } from '../kernel/rows.js';
import { DateTime } from '../kernel/scalars.js';

@ObjectType({ implements: Node, description: 'The organisation that calls are made for.', simpleResolvers: true })
export class Organisation extends Node {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Int, { description: 'After how many days texts and numbers are redacted; counts stay.' })
  retentionDays!: number;

  @Field(() => Boolean, { description: 'Whether messages may leave under approved sender IDs only.' })
  enforceSenderIds!: boolean;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: string;
}

export function toOrganisation(row: OrganisationRow, usualRetentionDays: number): Organisation {
  const { id, name, enforceSenderIds, createdAt } = row;
  const retentionDays = row.retentionDays ?? usualRetentionDays;
  return { typeName: 'Organisation', id, name, retentionDays, enforceSenderIds, createdAt };
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
