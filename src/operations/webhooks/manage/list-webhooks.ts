import { WEBHOOKS, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export function listWebhooks(context: Context, page: PageArguments): Promise<Page<WebhookRow>> {
  return readPage(context, 'webhooks', WEBHOOKS, null, page);
}
