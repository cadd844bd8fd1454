import { createHash } from 'node:crypto';
import { newId } from '../../lib/ids.js';
import type { Caller } from '../context.js';
import { fieldError, PostriderError, type PreviewChange, PreviewChangedError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { expiryIn, hasExpired, readPayload, signPayload } from '../people/tokens.js';
import type { SecretKeys } from '../secret-keys.js';
import { type MessageCategory, PREVIEW_COUNTS } from '../vocabulary.js';
import { type BulkPlan, countsOf, type PlanCounts } from './bulk-plan.js';
import type { BulkRecipient } from './recipients.js';

/**
 * What a preview promises. The token is signed and not stored. The signature also covers organisation and maker, so the
 * token of another one is like a forged one.
 */
interface PreviewToken {
  /** Tells previews of one moment apart: without an idempotency key, a token sends once. */
  readonly id: string;
  /** Hash of the input. */
  readonly input: string;
  readonly counts: PlanCounts;
  /** The messages of each gateway. */
  readonly gateways: Readonly<Record<string, number>>;
  /**
   * Hash of who gets the message through which gateway, and whether smart encoding changes the texts: equal counts may
   * hide other recipients and other texts.
   */
  readonly recipients: string;
  readonly expiresAt: string;
}

type Maker = Pick<Caller, 'organisationId' | 'actor'>;

const holderOf = ({ organisationId, actor }: Maker) => [organisationId, actor.kind, actor.id];

export interface SignedPreview {
  readonly previewToken: string;
  readonly expiresAt: string;
}

export function signPreview(secretKey: string, maker: Maker, inputHash: string, plan: BulkPlan): SignedPreview {
  const expiresAt = expiryIn(LIMITS.previewTokenMinutes * 60_000);
  const token: PreviewToken = { id: newId(), input: inputHash, ...promiseOf(plan), expiresAt };
  return { previewToken: signPayload(secretKey, 'preview', token, holderOf(maker)), expiresAt };
}

interface PresentedToken {
  readonly secretKeys: SecretKeys;
  readonly maker: Maker;
  readonly text: string;
}

/** Throws unless the plan is what the token promises. */
export function requirePreviewed(presented: PresentedToken, inputHash: string, plan: BulkPlan): void {
  const token = requirePreviewOf(presented, inputHash);
  if (hasExpired(token)) throw new PostriderError('preview_expired');
  const changes = changesBetween(token, promiseOf(plan));
  if (changes.length > 0) throw new PreviewChangedError(changes);
}

/** Throws unless the token was made for this maker and input. It may have expired. */
export function requirePreviewOf({ secretKeys, maker, text }: PresentedToken, inputHash: string): PreviewToken {
  const token = readPayload<PreviewToken>(secretKeys, 'preview', text, holderOf(maker));
  if (!token) throw invalidToken('The preview token is not one that this server has made for you.');
  if (token.input !== inputHash) throw invalidToken('The preview token is for another input.');
  return token;
}

const invalidToken = (message: string) =>
  new PostriderError('preview_invalid', message, { fields: [fieldError('previewToken', 'preview_invalid', message)] });

type PlanPromise = Pick<PreviewToken, 'counts' | 'gateways' | 'recipients'>;

function promiseOf(plan: BulkPlan): PlanPromise {
  const shares = [...plan.byGateway].sort(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256');
  if (plan.isSmart) hash.update('smart encoding;');
  for (const [gateway, messages] of shares) hash.update(`${gateway} ${messages.map(({ place }) => place).join()};`);
  return {
    counts: countsOf(plan),
    gateways: Object.fromEntries(shares.map(([gateway, messages]) => [gateway, messages.length])),
    recipients: hash.digest('base64url'),
  };
}

function changesBetween(was: PlanPromise, is: PlanPromise): PreviewChange[] {
  const changes: PreviewChange[] = PREVIEW_COUNTS.map((what) => ({
    what,
    gateway: null,
    was: was.counts[what],
    is: is.counts[what],
  }));
  for (const gateway of new Set([...Object.keys(was.gateways), ...Object.keys(is.gateways)])) {
    changes.push({
      what: 'gateway',
      gateway,
      was: was.gateways[gateway] ?? 0,
      is: is.gateways[gateway] ?? 0,
    });
  }
  const differing = changes.filter((change) => change.was !== change.is);
  if (differing.length > 0 || was.recipients === is.recipients) return differing;
  return [{ what: 'recipients', gateway: null, was: was.counts.accepted, is: is.counts.accepted }];
}

/** Recipients that are hashed between two pauses. */
const RECIPIENTS_AT_ONCE = 2_000;

interface BulkInput {
  readonly recipients: readonly BulkRecipient[];
  readonly test?: boolean | null | undefined;
  readonly atLeastOnce?: boolean | null | undefined;
  readonly category?: MessageCategory | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly previewToken?: string | null | undefined;
}

/**
 * Hashes what a bulk call asks for, with pauses. It leaves out how the call says so (absent or null, REST or GraphQL),
 * and the idempotency key and preview token, which belong to one call each.
 */
export function* hashBulkInput({
  recipients,
  idempotencyKey: _key,
  previewToken: _token,
  test,
  atLeastOnce,
  category,
  ...others
}: BulkInput): Generator<void, string> {
  const options: object = {
    ...others,
    test: test || null,
    atLeastOnce: atLeastOnce || null,
    category: category === 'promotional' ? category : null,
  };
  const hash = createHash('sha256');
  hash.update(JSON.stringify(Object.entries(options).filter(([, value]) => value != null && value !== '')));
  for (let from = 0; from < recipients.length; from += RECIPIENTS_AT_ONCE) {
    if (from > 0) yield;
    const some = recipients.slice(from, from + RECIPIENTS_AT_ONCE);
    hash.update(JSON.stringify(some.map(hashedRecipient)));
  }
  return hash.digest('base64url');
}

function hashedRecipient({ to, variables, reference, message }: BulkRecipient): unknown[] {
  return [to, variables ?? null, reference || null, ...(message ? [message] : [])];
}
