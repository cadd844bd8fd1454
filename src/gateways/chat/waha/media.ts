import type { ChatEngine } from '../../../domain/chat/engine.js';
import { openDownload } from '../../../lib/net/open-download.js';
import { isSuccess } from '../../wire/calls.js';
import type { WahaOptions } from './options.js';

/**
 * WAHA serves the files that it has downloaded below this path, to callers with the API key. An encoded separator could
 * lead out of it.
 */
const FILE = /\/api\/files\/(?!.*%(?:2f|5c))[^\\]+$/i;

export function createMedia({ baseUrl, apiKey }: Pick<WahaOptions, 'baseUrl' | 'apiKey'>) {
  return {
    async openMedia(url, signal) {
      const path = pathOf(url);
      if (path === undefined) return { kind: 'done', value: null };
      const opened = await openDownload(baseUrl + path, { 'x-api-key': apiKey, 'user-agent': 'postrider' }, signal);
      if (opened === null) return { kind: 'unavailable' };
      const { status, bytes, body } = opened;
      if (isSuccess(status)) return { kind: 'done', value: { body, bytes } };
      body.destroy();
      if (status === 404) return { kind: 'done', value: null };
      const reason = `HTTP ${status}`;
      return status >= 500 ? { kind: 'unavailable', reason } : { kind: 'rejected', reason };
    },
  } satisfies Pick<ChatEngine, 'openMedia'>;
}

/**
 * The path alone, and the address of WAHA from the options: the host in the URL is what WAHA takes for its own
 * (`WAHA_BASE_URL`), and may be any. In URLs of other schemes dots may lead out of the path.
 */
function pathOf(given: string): string | undefined {
  const url = URL.parse(given);
  return url?.protocol.startsWith('http') ? FILE.exec(url.pathname)?.[0] : undefined;
}
