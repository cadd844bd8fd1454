import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { listDeliveries, listWebhooks } from '../../../operations/webhooks/manage/webhooks.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import {
  toWebhook,
  toWebhookDelivery,
  Webhook,
  WebhookConnection,
  WebhookDeliveryConnection,
  WebhookDeliveryFilter,
} from './webhook.js';

@Resolver(() => Webhook)
export class WebhookResolver {
  @Query(() => WebhookConnection, { complexity: 5, description: 'The webhooks of the organisation, oldest first.' })
  async webhookEndpoints(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return WebhookConnection.of(await listWebhooks(context, page), toWebhook);
  }

  @Query(() => Webhook, { nullable: true, description: 'One webhook; null if the organisation has none with this id.' })
  async webhookEndpoint(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The webhook.' }) id: string,
  ): Promise<Webhook | null> {
    const row = found(context, 'Webhook', await batchesOf(context).webhook(id));
    return row && toWebhook(row);
  }

  @FieldResolver(() => WebhookDeliveryConnection, {
    complexity: 5,
    description: 'What was posted to it, or was tried: newest event first.',
  })
  async deliveries(
    @Root() { id }: Pick<Webhook, 'id'>,
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => WebhookDeliveryFilter, { nullable: true, description: 'Only deliveries like this.' })
    filter?: WebhookDeliveryFilter | null,
  ) {
    const conditions = { endpointId: id, status: filter?.status };
    return WebhookDeliveryConnection.of(await listDeliveries(context, { ...page, conditions }), (row) =>
      toWebhookDelivery(context.caller.organisationId, row),
    );
  }
}
