import { timingSafeEqual } from 'node:crypto';
import { spendTry } from '../../../db/sql/people/one-time-codes.js';
import { PostriderError } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { hashCode, hashToken } from '../../../domain/people/tokens.js';
import type { CodePurpose } from '../../../domain/vocabulary.js';
import type { Services } from '../../context.js';

export interface CodeInput {
  readonly challenge: string;
  readonly code: string;
}

export interface ProvenCode {
  readonly personId: string;
  readonly codeHash: Buffer;
}

/**
 * Whose code this is; `takeCode` then uses it up. The try is spent and committed before anything is compared, so
 * however many guesses come at once, no more are looked at than a code has tries.
 */
export async function proveCode(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  purpose: CodePurpose,
  { challenge, code }: CodeInput,
): Promise<ProvenCode> {
  const challengeHash = hashToken(secretKey, 'challenge', challenge);
  const tried = await db.amongPeople((tx) => spendTry(tx, challengeHash, purpose, LIMITS.codeTries));
  const codeHash = hashCode(secretKey, challengeHash, code.trim());
  if (!tried || !timingSafeEqual(tried.code_hash, codeHash)) throw new PostriderError('invalid_code');
  return { personId: tried.person_id, codeHash };
}
