import { Ctx, Field, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { DeliveryPolicy } from '../../../domain/context.js';
import { type RateLimitBucket as Bucket, LIMITS } from '../../../domain/limits.js';
import { PAUSES_ON_FAILURES } from '../../../domain/sms/failure-watch.js';
import type { StopScope as Scope } from '../../../domain/vocabulary.js';
import type { Context } from '../../../operations/context.js';
import {
  createOwnOrganisation,
  getOrganisation,
  type OrganisationRow,
  updateOrganisation,
} from '../../../operations/people/organisations.js';
import type { PersonContext, RateLimitState, ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { mutation, object } from '../kernel/mutation.js';
import { Node } from '../kernel/node.js';
import { DateTime } from '../kernel/scalars.js';

const RateLimitBucket = enumOf<Bucket>('RateLimitBucket', 'A group of calls that share a rate limit.', {
  sms_send: 'Single sends: `sendSms`.',
  sms_send_bulk: 'Bulk sends: `sendBulkSms`, counted once per call whatever its size.',
  general: 'All other calls.',
  people: 'What one person reads who has signed in: queries, subscriptions and previews.',
});

const StopScope = enumOf<Scope>('StopScope', 'Which messages a person who answers `STOP` no longer gets.', {
  all: 'All: no message of the organisation.',
  promotional:
    'Promotional: no promotional message. Transactional messages, such as codes and reminders, are still sent.',
});

const STOP_SCOPE =
  'Which messages a person who answers `STOP` no longer gets. A change counts for later answers: it changes no suppression.';

@ObjectType({
  implements: Node,
  description: 'An organisation, which owns messages, keys and members.',
  simpleResolvers: true,
})
export class Organisation extends Node<'Organisation'> {
  @Field(() => String, { description: 'The name of the organisation.' })
  name!: string;

  @Field(() => Int, { description: 'The number of days after which texts and numbers are redacted; counts are kept.' })
  retentionDays!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'The number of days after which messages and campaigns are deleted, but for statistics; null: they are kept.',
  })
  messageRetentionDays!: number | null;

  @Field(() => Boolean, { description: 'Whether messages may use approved sender IDs only.' })
  enforceSenderIds!: boolean;

  @Field(() => String, { description: 'The time zone in which days begin in statistics, by its IANA name.' })
  timeZone!: string;

  @Field(() => Boolean, {
    description: `Whether campaigns whose call does not say are paused when ${PAUSES_ON_FAILURES}`,
  })
  pauseOnFailures!: boolean;

  @Field(() => Boolean, { description: 'Whether sends use smart encoding if the call does not say.' })
  smartEncoding!: boolean;

  @Field(() => StopScope, { description: STOP_SCOPE })
  stopScope!: Scope;

  @Field(() => DateTime, { description: 'The time when the organisation was created.' })
  createdAt!: string;
}

type Retention = Pick<DeliveryPolicy, 'retentionDays' | 'messageRetentionDays'>;

/** With the retention of the installation where the organisation has none of its own. */
export function toOrganisation({ demo: _, ...row }: OrganisationRow, usual: Retention): Organisation {
  return {
    typeName: 'Organisation',
    ...row,
    retentionDays: row.retentionDays ?? usual.retentionDays,
    messageRetentionDays: row.messageRetentionDays ?? usual.messageRetentionDays ?? null,
  };
}

@ObjectType({
  description: 'A rate limit, and how much of it is left.',
  simpleResolvers: true,
})
class RateLimit {
  @Field(() => RateLimitBucket, { description: 'The calls that share this limit.' })
  bucket!: Bucket;

  @Field(() => Int, { description: 'The number of calls allowed in any 60 seconds.' })
  limit!: number;

  @Field(() => Int, { description: 'The number of calls that are allowed now.' })
  remaining!: number;

  @Field(() => Int, { description: 'The length of the sliding window in seconds.' })
  windowSeconds!: number;

  @Field(() => DateTime, {
    description: 'The time when the oldest calls leave the window, so that more are allowed; without calls, now.',
  })
  resetAt!: Date;
}

function toRateLimit({ resetSeconds, ...limit }: RateLimitState): RateLimit {
  return { ...limit, resetAt: new Date(Date.now() + resetSeconds * 1000) };
}

export async function ownOrganisation(context: Pick<Context, 'db' | 'caller' | 'policy'>): Promise<Organisation> {
  return toOrganisation(await getOrganisation(context), context.policy);
}

@InputType({ description: 'The input of `createOrganisation`.' })
class CreateOrganisationInput {
  @Field(() => String, { description: 'The name of the organisation.' })
  name!: string;
}

@InputType({ description: 'The input of `updateOrganisation`. Omitted fields stay as they are.' })
export class UpdateOrganisationInput {
  @Field(() => String, { nullable: true, description: 'The new name.' })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      `The number of days after which texts and numbers are redacted, from 1 to ${LIMITS.retentionDaysMax}; ` +
      'null: the setting of the installation.',
  })
  retentionDays?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      `The number of days after which messages and campaigns are deleted, from 1 to ${LIMITS.retentionDaysMax}; ` +
      'null: the setting of the installation.',
  })
  messageRetentionDays?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether messages may use approved sender IDs only.' })
  enforceSenderIds?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'The time zone in which days begin in statistics, by its IANA name, such as `Africa/Nairobi`.',
  })
  timeZone?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether campaigns whose call does not say are paused when too many of their messages fail.',
  })
  pauseOnFailures?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether sends use smart encoding if the call does not say.' })
  smartEncoding?: boolean | null;

  @Field(() => StopScope, { nullable: true, description: STOP_SCOPE })
  stopScope?: Scope | null;
}

@Resolver(() => Organisation)
export class OrganisationResolver {
  @Query(() => [RateLimit], {
    description:
      'Returns the rate limits of the organisation, and of a person who asks, with what is left of them. The operator of ' +
      'the installation sets them.',
  })
  async rateLimits(@Ctx() context: ResolverContext): Promise<RateLimit[]> {
    const { organisationId, actor, callsPerMinute } = context.caller;
    const personId = actor.kind === 'person' ? actor.id : null;
    return (await context.rateLimits.read(organisationId, personId, callsPerMinute)).map(toRateLimit);
  }

  @Query(() => Organisation, { description: 'Returns the organisation that the call is made for.' })
  organisation(@Ctx() context: ResolverContext): Promise<Organisation> {
    return ownOrganisation(context);
  }
}

export const ORGANISATION_MUTATIONS = [
  mutation({
    name: 'createOrganisation',
    description: 'Creates an organisation. The caller becomes its owner.',
    input: CreateOrganisationInput,
    payload: { organisation: object(() => Organisation, 'The created organisation.') },
    async resolve(context: PersonContext, { name }) {
      const { person, address } = context.visitor;
      const founder = { personId: person.id, name: person.email, address };
      const made = await createOwnOrganisation(context, { name, founder });
      return { organisation: toOrganisation(made, context.policy) };
    },
  }),
  mutation({
    name: 'updateOrganisation',
    description: 'Changes the name or the settings of the organisation.',
    input: UpdateOrganisationInput,
    payload: { organisation: object(() => Organisation, 'The organisation after the change.') },
    resolve: async (context: ResolverContext, input) => ({
      organisation: toOrganisation(await updateOrganisation(context, input), context.policy),
    }),
  }),
];
