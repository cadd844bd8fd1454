import type { Readable } from 'node:stream';
import { request } from 'undici';

/** A response whose body has not been read. The caller must read or destroy the body. */
export interface OpenDownload {
  readonly status: number;
  /** Null if the server does not say. */
  readonly bytes: number | null;
  readonly body: Readable;
}

/**
 * Opens a file at a URL that the operator has configured, for files that are too large to be kept in memory, which
 * `createHttpClient` does. Redirects are responses. Null if there was no response. The signal ends the body too.
 */
export async function openDownload(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<OpenDownload | null> {
  const response = await request(url, { headers, signal }).catch(() => null);
  if (response === null) return null;
  const { statusCode: status, headers: answered, body } = response;
  const length = Number(answered['content-length'] ?? Number.NaN);
  return { status, bytes: Number.isSafeInteger(length) ? length : null, body };
}
