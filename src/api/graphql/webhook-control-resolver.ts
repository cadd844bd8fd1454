import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { LIMITS } from '../../domain/limits.js';
import { createWebhook } from '../../operations/webhooks/create-webhook.js';
import { deleteWebhook } from '../../operations/webhooks/delete-webhook.js';
import { redeliverDelivery } from '../../operations/webhooks/redeliver-delivery.js';
import { redeliverSince } from '../../operations/webhooks/redeliver-since.js';
import { rotateWebhookSecret } from '../../operations/webhooks/rotate-webhook-secret.js';
import { testWebhook } from '../../operations/webhooks/test-webhook.js';
import { updateWebhook } from '../../operations/webhooks/update-webhook.js';
import type { ResolverContext } from './context.js';
import { NULL_ONLY } from './payloads.js';
import type { WebhookRow } from './rows.js';
import { payloadOf } from './user-errors.js';
import { toWebhook, toWebhookDelivery } from './webhook.js';
import {
  CreateWebhookInput,
  DeleteWebhookInput,
  RedeliverWebhookDeliveriesInput,
  RedeliverWebhookDeliveryInput,
  RotateWebhookSecretInput,
  TestWebhookInput,
  UpdateWebhookInput,
} from './webhook-inputs.js';
import {
  CreateWebhookPayload,
  DeleteWebhookPayload,
  RedeliverWebhookDeliveriesPayload,
  RedeliverWebhookDeliveryPayload,
  RotateWebhookSecretPayload,
  TestWebhookPayload,
  UpdateWebhookPayload,
  type WebhookPayload,
} from './webhook-payloads.js';

const WEBHOOK = { description: 'The webhook.' } as const;
/** What waits for somebody else's server costs more than what the database answers. */
const POST_COST = 20;

@Resolver()
export class WebhookControlResolver {
  @Mutation(() => CreateWebhookPayload, {
    nullable: true,
    description: `Has every event from now on posted to an address, of which there may be ${LIMITS.webhooksPerOrganisation}. ${NULL_ONLY}`,
  })
  createWebhook(
    @Ctx() context: ResolverContext,
    @Arg('input', () => CreateWebhookInput, WEBHOOK) input: CreateWebhookInput,
  ): Promise<CreateWebhookPayload> {
    return payloadOf<CreateWebhookPayload>(
      async () => {
        const { result, replayed } = await createWebhook(context, input);
        return { webhook: toWebhook(result.webhook), secret: result.secret, replayed, userErrors: [] };
      },
      (userErrors) => ({ webhook: null, secret: null, replayed: false, userErrors }),
    );
  }

  @Mutation(() => UpdateWebhookPayload, {
    nullable: true,
    description: `Changes a webhook, pauses it, or has it go on. ${NULL_ONLY}`,
  })
  updateWebhook(
    @Ctx() context: ResolverContext,
    @Arg('input', () => UpdateWebhookInput, { description: 'What to change.' }) input: UpdateWebhookInput,
  ): Promise<WebhookPayload> {
    return webhookPayloadOf(updateWebhook(context, input));
  }

  @Mutation(() => DeleteWebhookPayload, {
    nullable: true,
    description: `Deletes a webhook and the list of its deliveries. ${NULL_ONLY}`,
  })
  deleteWebhook(
    @Ctx() context: ResolverContext,
    @Arg('input', () => DeleteWebhookInput, WEBHOOK) input: DeleteWebhookInput,
  ): Promise<WebhookPayload> {
    return webhookPayloadOf(deleteWebhook(context, input));
  }

  @Mutation(() => RotateWebhookSecretPayload, {
    nullable: true,
    description: `Gives a webhook a new secret. For ${LIMITS.webhookSecretOverlapHours} hours the one before it signs every post as well. ${NULL_ONLY}`,
  })
  rotateWebhookSecret(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RotateWebhookSecretInput, WEBHOOK) input: RotateWebhookSecretInput,
  ): Promise<RotateWebhookSecretPayload> {
    return payloadOf<RotateWebhookSecretPayload>(
      async () => {
        const { result, replayed } = await rotateWebhookSecret(context, input);
        return { ...result, webhook: toWebhook(result.webhook), replayed, userErrors: [] };
      },
      (userErrors) => ({ webhook: null, secret: null, previousSecretUntil: null, replayed: false, userErrors }),
    );
  }

  @Mutation(() => TestWebhookPayload, {
    nullable: true,
    complexity: POST_COST,
    description: `Posts a sample with \`data.test: true\` to a webhook, once, and waits for the answer. ${NULL_ONLY}`,
  })
  testWebhook(
    @Ctx() context: ResolverContext,
    @Arg('input', () => TestWebhookInput, { description: 'The webhook and the type.' }) input: TestWebhookInput,
  ): Promise<TestWebhookPayload> {
    return payloadOf<TestWebhookPayload>(
      async () => ({ result: await testWebhook(context, input), userErrors: [] }),
      (userErrors) => ({ result: null, userErrors }),
    );
  }

  @Mutation(() => RedeliverWebhookDeliveryPayload, {
    nullable: true,
    description: `Posts one event once more, whatever has become of it before. ${NULL_ONLY}`,
  })
  redeliverWebhookDelivery(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RedeliverWebhookDeliveryInput, { description: 'The delivery.' })
    input: RedeliverWebhookDeliveryInput,
  ): Promise<RedeliverWebhookDeliveryPayload> {
    const { organisationId } = context.caller;
    return payloadOf<RedeliverWebhookDeliveryPayload>(
      async () => ({
        delivery: toWebhookDelivery(organisationId, await redeliverDelivery(context, input)),
        userErrors: [],
      }),
      (userErrors) => ({ delivery: null, userErrors }),
    );
  }

  @Mutation(() => RedeliverWebhookDeliveriesPayload, {
    nullable: true,
    description: `Posts everything since a moment once more, or only what has been given up since then. ${NULL_ONLY}`,
  })
  redeliverWebhookDeliveries(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RedeliverWebhookDeliveriesInput, { description: 'Which events.' })
    input: RedeliverWebhookDeliveriesInput,
  ): Promise<RedeliverWebhookDeliveriesPayload> {
    return payloadOf<RedeliverWebhookDeliveriesPayload>(
      async () => ({ count: await redeliverSince(context, input), userErrors: [] }),
      (userErrors) => ({ count: 0, userErrors }),
    );
  }
}

function webhookPayloadOf(work: Promise<WebhookRow>): Promise<WebhookPayload> {
  return payloadOf<WebhookPayload>(
    async () => ({ webhook: toWebhook(await work), userErrors: [] }),
    (userErrors) => ({ webhook: null, userErrors }),
  );
}
