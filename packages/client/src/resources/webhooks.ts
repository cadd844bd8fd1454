import type { BodyOf, ResultOf } from '../api.js';
import type { WebhookDelivery, WebhookEndpoint } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import { type FilterOf, Resource } from './resource.js';

/** Addresses to which events are posted. `verifyWebhook` checks what arrives there. */
export class Webhooks extends Resource {
  list(options?: CallOptions): List<WebhookEndpoint> {
    return new List((cursor) => this.call('listWebhooks', { query: { cursor } }, options));
  }

  /** The result has the secret, which cannot be read again. */
  create(webhook: BodyOf<'createWebhook'>, options?: CreateOptions): Promise<ResultOf<'createWebhook'>> {
    return this.call('createWebhook', { body: webhook }, options);
  }

  get(webhookId: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.call('getWebhook', { path: { webhook_id: webhookId } }, options);
  }

  update(
    webhookId: string,
    changes: BodyOf<'updateWebhook'>,
    options?: CallOptions,
  ): Promise<ResultOf<'updateWebhook'>> {
    return this.call('updateWebhook', { path: { webhook_id: webhookId }, body: changes }, options);
  }

  delete(webhookId: string, options?: CallOptions): Promise<ResultOf<'deleteWebhook'>> {
    return this.call('deleteWebhook', { path: { webhook_id: webhookId } }, options);
  }

  /** Returns a new secret. Posts have the signatures of both for 24 hours. */
  rotateSecret(webhookId: string, options?: CreateOptions): Promise<ResultOf<'rotateWebhookSecret'>> {
    return this.call('rotateWebhookSecret', { path: { webhook_id: webhookId } }, options);
  }

  /** Posts a sample event, and returns what the address responded. */
  test(webhookId: string, sample: BodyOf<'testWebhook'> = {}, options?: CallOptions): Promise<ResultOf<'testWebhook'>> {
    return this.call('testWebhook', { path: { webhook_id: webhookId }, body: sample }, options);
  }

  /** The deliveries to a webhook, newest first. */
  deliveries(
    webhookId: string,
    filter: FilterOf<'listWebhookDeliveries'> = {},
    options?: CallOptions,
  ): List<WebhookDelivery> {
    const path = { webhook_id: webhookId };
    return new List((cursor) => this.call('listWebhookDeliveries', { path, query: { ...filter, cursor } }, options));
  }

  /** Posts one event again. */
  redeliver(webhookId: string, sequence: number, options?: CallOptions): Promise<ResultOf<'redeliverWebhookDelivery'>> {
    const path = { webhook_id: webhookId, sequence };
    return this.call('redeliverWebhookDelivery', { path }, options);
  }

  /** Posts all events since a time again, or only those that were given up. */
  redeliverSince(
    webhookId: string,
    since: BodyOf<'redeliverWebhookDeliveries'>,
    options?: CallOptions,
  ): Promise<ResultOf<'redeliverWebhookDeliveries'>> {
    const request = { path: { webhook_id: webhookId }, body: since };
    return this.call('redeliverWebhookDeliveries', request, options);
  }
}
