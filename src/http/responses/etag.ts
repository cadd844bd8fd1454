import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The version of a file, as browsers send it back to learn whether there is a newer one. */
export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Whether the client has this version. A proxy that compresses responses puts `W/` before the tag. */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.includes(etag) ?? false;
}
