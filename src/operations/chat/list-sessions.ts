import { countSessions, listSessionRows, type SessionConditions } from '../../db/queries/chat/list-sessions.js';
import type { SessionRow } from '../../db/queries/chat/rows.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';

export interface ListSessionsInput extends PageArguments {
  readonly conditions: SessionConditions;
}

export async function listSessions(
  { orm, secretKey, caller: { organisationId } }: Context,
  { conditions, ...page }: ListSessionsInput,
): Promise<Page<SessionRow>> {
  const codec = new CursorCodec(secretKey, organisationId, 'sessions');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listSessionRows(tx, conditions, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.id]),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countSessions(tx, conditions)),
  );
}
