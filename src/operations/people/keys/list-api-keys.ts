import { API_KEYS, type ApiKey } from '../../../db/sql/people/api-keys.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export function listApiKeys(context: Context, page: PageArguments): Promise<Page<ApiKey>> {
  return readPage(context, 'api keys', API_KEYS, null, page);
}
