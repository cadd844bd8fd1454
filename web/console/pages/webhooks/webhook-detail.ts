import type { WebhookPageQuery } from '../../generated/documents.js';

/** An endpoint with a page of its deliveries. */
export type WebhookDetail = NonNullable<WebhookPageQuery['webhookEndpoint']>;
