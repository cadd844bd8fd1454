import { createHash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { REFUSED_DOCUMENTS } from '../../domain/limits.js';
import { DOCUMENT_LIMITS } from './document-shape.js';
import { throttled } from './rate-limits.js';

/**
 * Limits refused documents, because validating a document costs more than running an ordinary one. A caller who had
 * many refused may for a while run only documents that have been run before; field limits apply to those.
 */
export interface RefusedDocuments {
  /** Throws if the document will not be read; without a document, if no unknown document will be. */
  admit(subject: string, query: unknown): Promise<void>;
  /** Counts a refused document. */
  note(subject: string): Promise<void>;
  /** Remembers a document that was run. */
  know(query: unknown): void;
  knows(query: unknown): boolean;
}

const KNOWN_AT_MOST = 2_000;

export function createRefusedDocuments(): RefusedDocuments {
  const { points, windowSeconds } = REFUSED_DOCUMENTS;
  const refused = new RateLimiterMemory({ points, duration: windowSeconds });
  const known = new Set<string>();
  const knows = (query: unknown) => typeof query === 'string' && isShort(query) && known.has(digest(query));
  return {
    knows,
    async admit(subject, query) {
      const state = await refused.get(subject);
      if (!state || state.remainingPoints > 0 || knows(query)) return;
      throw throttled(state.msBeforeNext);
    },
    async note(subject) {
      await refused.penalty(subject);
    },
    know(query) {
      if (typeof query !== 'string' || !isShort(query)) return;
      if (known.size >= KNOWN_AT_MOST) known.delete(known.values().next().value as string);
      known.add(digest(query));
    },
  };
}

const isShort = ({ length }: string) => length <= DOCUMENT_LIMITS.characters;

function digest(query: string): string {
  return createHash('sha256').update(query).digest('base64');
}
