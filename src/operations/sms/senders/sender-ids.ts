import {
  listSenderIdsOfAll,
  type OwnedSenderIdRow,
  SENDER_IDS,
  type SenderIdConditions,
  type SenderIdRow,
} from '../../../db/sql/sms/sender-ids.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import type { Context, Services } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

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
  { db }: Pick<Services, 'db'>,
  wanted: SenderIdConditions & { readonly organisationId: string | null },
): Promise<OwnedSenderIdRow[]> {
  return db.acrossOrganisations((tx) => listSenderIdsOfAll(tx, wanted, LIMITS.senderIdsListed));
}
