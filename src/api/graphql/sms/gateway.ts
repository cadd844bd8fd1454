import { Ctx, Field, FieldResolver, Float, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { GatewayCondition as Condition, HoldReason as Reason } from '../../../domain/vocabulary.js';
import { type GatewayState as GatewayStateOf, listGateways } from '../../../operations/sms/gateways/gateway-states.js';
import { type Hold as HoldOf, listHolds } from '../../../operations/sms/gateways/holds.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { DateTime } from '../kernel/scalars.js';
import { Campaign, loadCampaign } from './campaign.js';
import { HoldReason } from './sms-message.js';

const GatewayCondition = enumOf<Condition>(
  'GatewayCondition',
  'Whether a gateway takes messages of the organisation.',
  {
    up: 'Up: nothing is known against it.',
    down:
      'Down: the last calls of the gateway failed. Workers call it again when messages wait for it; six minutes after a worker ' +
      'should have done so, it is shown as up. With the code `NOT_CONFIGURED`: the API process does not have it.',
    paused: 'Paused: the account has no credit. Messages are held until it has, or until `resumeHeldMessages`.',
  },
);

@ObjectType({ description: 'A gateway that carries SMS of the organisation.', simpleResolvers: true })
class GatewayState {
  @Field(() => String, { description: 'The name of the gateway.' })
  name!: string;

  @Field(() => String, {
    description: 'The kind of the gateway, such as `smpp` or `sandbox`; `unknown` if it is not configured.',
  })
  kind!: string;

  @Field(() => GatewayCondition, { description: 'Whether the gateway takes messages of the organisation.' })
  state!: Condition;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'The time since when the account has no credit, or since when the gateway is down; null if the gateway is up, or if it is not known.',
  })
  since!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What the gateway, or the network before it, said last, such as `ECONNREFUSED` or `HTTP 503`; `NOT_CONFIGURED` if it is ' +
      'not configured; null if it is not down, or if it is not known.',
  })
  code!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the gateway is called again; null if it is not down, or if it is not known.',
  })
  nextTryAt!: string | null;

  @Field(() => Int, {
    description:
      'The number of messages of the organisation that wait to be submitted there. It may include messages that were cancelled meanwhile.',
  })
  waiting!: number;

  @Field(() => Float, {
    description:
      'The number of messages of the organisation that the gateway accepted per second, over the last minute.',
  })
  sentPerSecond!: number;
}

@ObjectType({
  description: 'Messages of the organisation that are held at one gateway for one reason.',
  simpleResolvers: true,
})
class Hold {
  @Field(() => String, { description: 'The name of the gateway, which `resumeHeldMessages` takes.' })
  gateway!: string;

  @Field(() => HoldReason, { description: 'The reason why the messages are held.' })
  reason!: Reason;

  @Field(() => DateTime, {
    description:
      'The time since when the gateway has no credit for the organisation, or the first of the messages is held.',
  })
  since!: string;

  @Field(() => Int, {
    description:
      'The number of held messages. Above 10,000 it may include messages that were cancelled while they were held.',
  })
  messages!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'The time by which the server asks the gateway for its credit again, and releases the messages if there is some; ' +
      'null if only `resumeHeldMessages`, or the approval of their sender IDs, releases them.',
  })
  nextProbeAt!: string | null;
}

@Resolver(() => Hold)
export class GatewayResolver {
  @Query(() => [Hold], {
    complexity: 20,
    description:
      'Returns the messages that wait for credit, or for approval of their sender IDs, by gateway; empty if none does.',
  })
  holds(@Ctx() context: ResolverContext): Promise<HoldOf[]> {
    return listHolds(context);
  }

  @Query(() => [GatewayState], {
    complexity: 5,
    description:
      'Returns the gateways that the routes of the organisation name, the sandbox, and gateways that are not configured, but ' +
      'for which its messages wait. What other organisations use is not shown.',
  })
  gateways(@Ctx() context: ResolverContext): Promise<GatewayStateOf[]> {
    return listGateways(context);
  }

  @FieldResolver(() => [Campaign], {
    complexity: 5,
    description:
      'The campaigns of the held messages, oldest first: at most 100, found among the first 10,000 messages.',
  })
  async campaigns(@Root() { campaignIds }: HoldOf, @Ctx() context: ResolverContext): Promise<Campaign[]> {
    const campaigns = await Promise.all(campaignIds.map((id) => loadCampaign(context, id)));
    return campaigns.filter((campaign) => campaign !== null);
  }
}
