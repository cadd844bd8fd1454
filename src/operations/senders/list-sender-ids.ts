import {
  countSenderIds,
  listSenderIdRows,
  listSenderIdsOfAll,
  type OwnedSenderIdRow,
  type SenderIdConditions,
} from '../../db/queries/senders/list-sender-ids.js';
import type { SenderIdRow } from '../../db/queries/senders/sender-ids.js';
import { acrossOrganisations, atOnceInOrganisation } from '../../db/transaction.js';
import type { Context, Services } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';

export interface ListSenderIdsInput extends PageArguments {
  readonly conditions: SenderIdConditions;
}

export async function listSenderIds(
  { orm, secretKey, caller: { organisationId } }: Context,
  { conditions, ...page }: ListSenderIdsInput,
): Promise<Page<SenderIdRow>> {
  const codec = new CursorCodec(secretKey, organisationId, 'sender ids');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listSenderIdRows(tx, conditions, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.id]),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countSenderIds(tx, conditions)),
  );
}

/** For the operator, at most `LIMITS.senderIdsListed`; `organisationId` null: of every organisation. */
export function listSenderIdsOfInstallation(
  { orm }: Pick<Services, 'orm'>,
  wanted: SenderIdConditions & { readonly organisationId: string | null },
): Promise<OwnedSenderIdRow[]> {
  return acrossOrganisations(orm, (tx) => listSenderIdsOfAll(tx, wanted, LIMITS.senderIdsListed));
}
