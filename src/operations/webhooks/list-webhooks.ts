import { WEBHOOKS, type WebhookRow } from '../../db/queries/webhooks/endpoints.js';
import type { Context } from '../../domain/context.js';
import type { Page, PageArguments } from '../../domain/paging.js';
import { readPage } from '../read-page.js';

export function listWebhooks(context: Context, page: PageArguments): Promise<Page<WebhookRow>> {
  return readPage(context, 'webhooks', WEBHOOKS, null, page);
}
