import { Ctx, Field, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { type RateLimitBucket as Bucket, LIMITS } from '../../../domain/limits.js';
import type { Context } from '../../../operations/context.js';
import { createOwnOrganisation } from '../../../operations/people/organisations/create-own-organisation.js';
import { getOrganisation } from '../../../operations/people/organisations/get-organisation.js';
import { updateOrganisation } from '../../../operations/people/organisations/update-organisation.js';
import type { PersonContext, RateLimitState, ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { mutation, object } from '../kernel/mutation.js';
import { Node } from '../kernel/node.js';
import type { OrganisationRow } from '../kernel/rows.js';
import { DateTime } from '../kernel/scalars.js';

const RateLimitBucket = enumOf<Bucket>('RateLimitBucket', 'Calls that share one rate limit.', {
  sms_send: 'Single sends: `sendSms`.',
  sms_send_bulk: 'Bulk sends: `sendBulkSms`, one for each call whatever its size.',
  general: 'Everything else.',
});

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
class RateLimit {
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

function toRateLimit({ resetSeconds, ...limit }: RateLimitState): RateLimit {
  return { ...limit, resetAt: new Date(Date.now() + resetSeconds * 1000) };
}

/** The organisation that the call is made for. */
export async function ownOrganisation(context: Pick<Context, 'db' | 'caller' | 'policy'>): Promise<Organisation> {
  return toOrganisation(await getOrganisation(context), context.policy.retentionDays);
}

@InputType({ description: 'What `createOrganisation` takes.' })
class CreateOrganisationInput {
  @Field(() => String, { description: 'What it is called.' })
  name!: string;
}

@InputType({ description: 'What `updateOrganisation` takes. What is left out stays as it is.' })
export class UpdateOrganisationInput {
  @Field(() => String, { nullable: true, description: 'Another name.' })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `After how many days texts and numbers are redacted, from 1 to ${LIMITS.retentionDaysMax}; null: as the installation has it.`,
  })
  retentionDays?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether messages may leave under approved sender IDs only.' })
  enforceSenderIds?: boolean | null;
}

@Resolver(() => Organisation)
export class OrganisationResolver {
  @Query(() => [RateLimit], { description: 'The rate limits of the organisation, as they stand now.' })
  async rateLimits(@Ctx() context: ResolverContext): Promise<RateLimit[]> {
    return (await context.rateLimits.read(context.caller.organisationId)).map(toRateLimit);
  }

  @Query(() => Organisation, { description: 'The organisation that the call is made for.' })
  organisation(@Ctx() context: ResolverContext): Promise<Organisation> {
    return ownOrganisation(context);
  }
}

export const ORGANISATION_MUTATIONS = [
  mutation({
    name: 'createOrganisation',
    description: 'Makes an organisation, whose owner you are.',
    input: CreateOrganisationInput,
    payload: { organisation: object(() => Organisation, 'The organisation, with the person as its owner.') },
    async resolve(context: PersonContext, { name }) {
      const { person, address } = context.visitor;
      const founder = { personId: person.id, name: person.email, address };
      const made = await createOwnOrganisation(context, { name, founder });
      return { organisation: toOrganisation(made, context.policy.retentionDays) };
    },
  }),
  mutation({
    name: 'updateOrganisation',
    description: 'Changes the name of the organisation, or how it works.',
    input: UpdateOrganisationInput,
    payload: { organisation: object(() => Organisation, 'The organisation as it is now.') },
    resolve: async (context: ResolverContext, input) => ({
      organisation: toOrganisation(await updateOrganisation(context, input), context.policy.retentionDays),
    }),
  }),
];
