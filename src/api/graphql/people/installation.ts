import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Reach } from '../../../lib/net/public-address.js';
import { describeInstallation, type Installation as InstallationOf } from '../../../operations/upkeep/installation.js';
import type { VisitorContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';

const WebhookReach = enumOf<Reach>('WebhookReach', 'The addresses to which webhooks may be posted.', {
  public: 'Public: https on the public internet, on port 443 or 8443.',
  loopback: 'Loopback: http and https, on any port, of the public internet and of the server itself.',
  any: 'Any: http and https, on any port, of every network.',
});

@ObjectType({ description: 'The server that answers: what is the same for all organisations.', simpleResolvers: true })
class Installation {
  @Field(() => String, { description: 'The version of the server.' })
  version!: string;

  @Field(() => Int, { description: 'The number of days for which events are kept.' })
  eventRetentionDays!: number;

  @Field(() => Boolean, {
    description:
      'True if the server has no gateway and no chat engine besides the sandbox, so that no message leaves it.',
  })
  sandboxOnly!: boolean;

  @Field(() => WebhookReach, { description: 'The addresses to which webhooks may be posted.' })
  webhookReach!: Reach;
}

@Resolver(() => Installation)
export class InstallationResolver {
  @Query(() => Installation, { description: 'Returns facts about the server.' })
  installation(@Ctx() context: VisitorContext): InstallationOf {
    return describeInstallation(context);
  }
}
