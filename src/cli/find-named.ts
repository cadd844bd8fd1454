import { asTyped } from '../config/command-line.js';
import { findByIdOrName, type Named, type NamedKind } from '../db/sql/upkeep/named.js';
import { isUuid } from '../lib/ids.js';
import { maskUnprintable } from '../lib/log/unprintable.js';
import type { Services } from '../operations/context.js';
import { CommandError } from './command.js';

/** The commands that list what was not found. */
const LISTS: Partial<Record<NamedKind, string>> = { key: 'key list', 'sender ID': 'sender list' };

/**
 * Finds what a command takes by id or name. A UUID is always an id: otherwise an organisation could name something of
 * its own like the id of another's. Without an organisation, looks in all of them.
 */
export async function findNamed(
  { db }: Pick<Services, 'db'>,
  kind: NamedKind,
  given: string,
  organisationId: string | null,
): Promise<Named> {
  const byId: boolean = isUuid(given);
  const wanted = byId ? { id: given } : { name: given.trim() };
  const found = await db.acrossOrganisations((tx) => {
    return findByIdOrName(tx, kind, { ...wanted, organisationId }, LISTED_AT_MOST + 1);
  });
  return chooseOne(kind, given, found);
}

const LISTED_AT_MOST = 10;

function chooseOne(kind: NamedKind, given: string, found: readonly Named[]): Named {
  const [only, ...others] = found;
  if (!only) throw new CommandError(noneFound(kind, given));
  if (others.length === 0) return only;
  const listed = found.slice(0, LISTED_AT_MOST).map(({ id, organisation, about }) => {
    return `  ${id}  ${maskUnprintable([organisation, about].filter(Boolean).join(', '))}`;
  });
  const more = found.length > LISTED_AT_MOST ? ['  … and more'] : [];
  const head = `There are several ${kind}s with the name "${given}": give the id of one, newest first:`;
  throw new CommandError([head, ...listed, ...more].join('\n'));
}

function noneFound(kind: NamedKind, given: string): string {
  const list = LISTS[kind];
  const called = isUuid(given) ? `with the id ${given}` : `"${given}"`;
  return `There is no ${kind} ${called}${list === undefined ? '.' : `: see "${asTyped(list)}".`}`;
}
