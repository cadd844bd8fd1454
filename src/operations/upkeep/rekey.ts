/**
 * How SECRET_KEY is replaced. `secretKeys` of the services is SECRET_KEY, then PREVIOUS_SECRET_KEY: the first makes
 * every hash, signature and sealed value, readers try both (`domain/secret-keys.ts`). `rekey` seals anew what only the
 * previous key opens, and keeps that key, sealed, with the time.
 *
 * Hashes cannot be made anew without their texts. An API key is hashed anew when it is next presented, and its row says
 * under which key; sessions, invitations and codes end. Opt-outs must not end, so numbers are compared with retired
 * keys as well (`db/sql/kernel/secret-keys.ts`).
 */

import { acceptKeys, findRetirement, retiredKeyPurpose, retireKey } from '../../db/sql/kernel/secret-keys.js';
import {
  countDependents,
  countKeysByMaker,
  type Dependents,
  type KeysByMaker,
  MAILS,
  RETIRED_KEYS,
  type SealedRow,
  type SealedTable,
  WEBHOOK_SECRETS,
} from '../../db/sql/upkeep/sealed-rows.js';
import { LIMITS } from '../../domain/limits.js';
import { type SecretKeys, secretKeyId } from '../../domain/secret-keys.js';
import { seal, unsealWithAny } from '../../lib/sealed.js';
import type { Services } from '../context.js';
import { mailPurpose } from '../people/write-mail.js';
import { webhookSecretPurpose } from '../webhooks/sealed-secrets.js';

/** Rows stay locked while a page is sealed, and a worker may wait for one of them. */
const PAGE = 200;

interface SealedValues extends SealedTable {
  readonly name: keyof Rekeyed;
  readonly purposeOf: (row: SealedRow) => string;
}

/** Every value that is sealed with the secret key. */
const SEALED: readonly SealedValues[] = [
  {
    ...WEBHOOK_SECRETS,
    name: 'webhookSecrets',
    purposeOf: ({ organisation_id: organisationId, id }) => webhookSecretPurpose(String(organisationId), id),
  },
  { ...MAILS, name: 'mails', purposeOf: ({ id }) => mailPurpose(id) },
  { ...RETIRED_KEYS, name: 'retiredKeys', purposeOf: ({ id }) => retiredKeyPurpose(id) },
];

export interface Sealed {
  /** Values that are sealed with the current key. */
  current: number;
  /** Values that were sealed with the previous key. `rekey` has sealed them anew. */
  previous: number;
  /** Values that neither key opens. */
  unreadable: number;
}

export type Rekeyed = Readonly<Record<'webhookSecrets' | 'mails' | 'retiredKeys', Sealed>>;

type Keeper = Pick<Services, 'db' | 'secretKeys'>;

/**
 * Seals everything anew that is sealed with the previous key, and keeps that key for opt-outs. Each page is a
 * transaction, and a value that the current key opens is left alone: the command may die at any moment, run again, and
 * run beside servers.
 */
export async function rekey(keeper: Keeper): Promise<Rekeyed> {
  const { db, secretKeys } = keeper;
  const [current, ...replaced] = secretKeys;
  await acceptKeys(db, [secretKeyId(current)]);
  for (const key of replaced) {
    const id = secretKeyId(key);
    await db.acrossOrganisations((tx) => retireKey(tx, { id, sealed: seal(current, retiredKeyPurpose(id), key) }));
  }
  return walkSealed(keeper, { write: true });
}

/** Counts sealed values by the key that opens them. */
export function countSealed(keeper: Keeper): Promise<Rekeyed> {
  return walkSealed(keeper, { write: false });
}

async function walkSealed({ db, secretKeys }: Keeper, { write }: { readonly write: boolean }): Promise<Rekeyed> {
  const counts: Rekeyed = { webhookSecrets: none(), mails: none(), retiredKeys: none() };
  for (const values of SEALED) {
    for (let after: string | null = null; ; ) {
      const page: JudgedPage = await db.acrossOrganisations(async (tx) => {
        const judge = (row: SealedRow) => sealAnew(secretKeys, values.purposeOf(row), row);
        const rows = await values.read(tx, { after, limit: PAGE });
        const judged = rows.map(judge);
        const outdated = rows.filter((_, place) => (judged[place]?.counts.previous ?? 0) > 0);
        if (write && outdated.length > 0) {
          const locked = await values.lock(tx, outdated);
          await values.write(
            tx,
            locked.map((row) => judge(row).row),
          );
        }
        return { last: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null), counts: judged.map((one) => one.counts) };
      });
      for (const one of page.counts) add(counts[values.name], one);
      if (page.last === null) break;
      after = page.last;
    }
  }
  return counts;
}

interface JudgedPage {
  /** The last id; null if no row follows. */
  readonly last: string | null;
  readonly counts: readonly Sealed[];
}

const none = (): Sealed => ({ current: 0, previous: 0, unreadable: 0 });

function add(sum: Sealed, { current, previous, unreadable }: Sealed): void {
  sum.current += current;
  sum.previous += previous;
  sum.unreadable += unreadable;
}

/** The row as it must be, with what was found. Values that no key opens stay as they are. */
function sealAnew([current, ...replaced]: SecretKeys, purpose: string, row: SealedRow) {
  const counts = none();
  const sealed = row.sealed.map((value) => {
    if (value === null) return null;
    const isCurrent = unsealWithAny([current], purpose, value) !== null;
    const text = isCurrent ? null : unsealWithAny(replaced, purpose, value);
    if (isCurrent) counts.current += 1;
    else if (text === null) counts.unreadable += 1;
    else counts.previous += 1;
    return text === null ? value : seal(current, purpose, text);
  });
  return { row: { ...row, sealed }, counts };
}

export interface KeyUse {
  readonly sealed: Rekeyed;
  /** API keys in force. Those that neither key has hashed are refused. */
  readonly apiKeys: KeysByMaker;
  /** What still needs the previous key; null if there is none, or `rekey` has not run since it was replaced. */
  readonly dependents: (Dependents & { readonly linksUntil: Date }) | null;
}

/**
 * What the rows of a database tell about the secret keys of this process. `foreign`: other keys have made all of them.
 * A few values that no key opens any more do not count. `unproven`: there are API keys, and nothing that tells which
 * secret key has made them.
 */
export function judgeByRows({ sealed, apiKeys }: KeyUse): 'own' | 'foreign' | 'unproven' {
  let { ours, foreign } = apiKeys;
  for (const { current, previous, unreadable } of Object.values(sealed)) {
    ours += current + previous;
    foreign += unreadable;
  }
  if (ours > 0) return 'own';
  if (foreign > 0) return 'foreign';
  return apiKeys.unknown > 0 ? 'unproven' : 'own';
}

/** Finds out what SECRET_KEY and PREVIOUS_SECRET_KEY are still needed for. */
export async function inspectSecretKeys(keeper: Keeper): Promise<KeyUse> {
  const { db, secretKeys } = keeper;
  const ids = secretKeys.map(secretKeyId);
  const [secretKey, previous] = ids as [string, string?];
  const sealed = await countSealed(keeper);
  return db.acrossOrganisations(async (tx) => {
    const apiKeys = await countKeysByMaker(tx, ids);
    const before = previous === undefined ? null : await findRetirement(tx, previous);
    if (before === null) return { sealed, apiKeys, dependents: null };
    const idleDays = LIMITS.personSessionIdleDays;
    const counts = await countDependents(tx, { secretKeyId: secretKey, before, idleDays });
    const linksUntil = new Date(Date.parse(before) + LIMITS.exportLinkDays * 24 * 3600 * 1000);
    return { sealed, apiKeys, dependents: { ...counts, linksUntil } };
  });
}
