import { asTyped } from '../../config/command-line.js';
import type { Config } from '../../config/config.js';
import type { Database } from '../../db/database.js';
import { judgeSecretKeys } from '../../operations/upkeep/accepted-keys.js';
import { inspectSecretKeys, type KeyUse } from '../../operations/upkeep/rekey.js';
import { secretKeysOf } from '../../services.js';
import { findSecretKey } from '../private-file.js';
import { type Finding, fine, warning } from './finding.js';

const SUBJECT = 'secret key';
const KEEP_FOR_BACKUPS =
  'Keep it elsewhere for as long as backups from before it was replaced: they are restored with it alone.';

/** Tells whether SECRET_KEY is the one of this database, and what still needs PREVIOUS_SECRET_KEY. */
export async function examineSecretKeys(config: Config, db: Database): Promise<Finding[]> {
  const secretKey = findSecretKey(config);
  if (secretKey === null) return [];
  const secretKeys = secretKeysOf(config, secretKey);
  const verdict = await judgeSecretKeys({ db, secretKeys });
  const use = await inspectSecretKeys({ db, secretKeys });
  if (verdict === 'unproven') return [warning(SUBJECT, unprovenWords(use))];
  return [...judgeForeign(use), judge(use, secretKeys.length > 1)];
}

function unprovenWords({ apiKeys: { unknown } }: KeyUse): string {
  return (
    `Nothing tells whether SECRET_KEY is the key of this database: ${unknown} API keys are of version 0.1.0 and were not used since. ` +
    'A call with one of them that gets no 401 tells.'
  );
}

function judgeForeign({ sealed, apiKeys: { foreign } }: KeyUse): Finding[] {
  const unreadable = sumOf(sealed, 'unreadable');
  if (unreadable + foreign === 0) return [];
  const lost = listOf([unreadable, 'sealed values cannot be opened'], [foreign, 'API keys are refused']);
  return [
    warning(
      SUBJECT,
      `${lost}: they were made with another SECRET_KEY. Set PREVIOUS_SECRET_KEY to it and run "${asTyped('rekey')}".`,
    ),
  ];
}

function judge({ sealed, dependents }: KeyUse, isReplaced: boolean): Finding {
  const count = sumOf(sealed, 'current');
  if (!isReplaced) return fine(SUBJECT, `opens ${count} sealed values`);
  const behind = sumOf(sealed, 'previous');
  if (!dependents || behind > 0) {
    return warning(SUBJECT, `PREVIOUS_SECRET_KEY still seals ${behind} values: run "${asTyped('rekey')}".`);
  }
  const { apiKeys, sessions, invitations, codes, linksUntil } = dependents;
  const needs = listOf(
    [apiKeys, 'API keys that were not used since'],
    [sessions, 'sessions of people'],
    [invitations, 'invitations'],
    [codes, 'codes'],
  );
  const links = linksUntil.getTime() > Date.now() ? `download links until ${linksUntil.toISOString()}` : '';
  const all = [needs, links].filter(Boolean).join(', and ');
  if (all !== '') return fine(SUBJECT, `PREVIOUS_SECRET_KEY is still needed for ${all}`);
  return fine(SUBJECT, `PREVIOUS_SECRET_KEY is needed for nothing any more: remove it. ${KEEP_FOR_BACKUPS}`);
}

function sumOf({ webhookSecrets, mails, retiredKeys }: KeyUse['sealed'], what: 'current' | 'previous' | 'unreadable') {
  return webhookSecrets[what] + mails[what] + retiredKeys[what];
}

function listOf(...counts: readonly (readonly [count: number, what: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}
