import {
  listSenderIdsOfAll,
  type OwnedSenderIdRow,
  SENDER_IDS,
  type SenderIdConditions,
  type SenderIdRow,
} from '../../db/queries/senders/sender-ids.js';
import { acrossOrganisations } from '../../db/transaction.js';
import type { Context, Services } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import type { Page, PageArguments } from '../../domain/paging.js';
import { readPage } from '../read-page.js';

export interface ListSenderIdsInput extends PageArguments {
  readonly conditions: SenderIdConditions;
}

export function listSenderIds(
  context: Context,
  { conditions, ...page }: ListSenderIdsInput,
): Promise<Page<SenderIdRow>> {
  return readPage(context, 'sender ids', SENDER_IDS, conditions, page);
}

/** For the operator, at most `LIMITS.senderIdsListed`; `organisationId` null: of every organisation. */
export function listSenderIdsOfInstallation(
  { orm }: Pick<Services, 'orm'>,
  wanted: SenderIdConditions & { readonly organisationId: string | null },
): Promise<OwnedSenderIdRow[]> {
  return acrossOrganisations(orm, (tx) => listSenderIdsOfAll(tx, wanted, LIMITS.senderIdsListed));
}
