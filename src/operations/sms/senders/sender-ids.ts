import {
  listSenderIdsOfAll,
  type OwnedSenderIdRow,
  SENDER_IDS,
  type SenderIdConditions,
} from '../../../db/sql/sms/senders/sender-ids.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Services } from '../../context.js';
import { filteredListForCaller } from '../../kernel/reads.js';

export type { SenderIdRow } from '../../../db/sql/sms/senders/sender-ids.js';

export const listSenderIds = filteredListForCaller('sender ids', SENDER_IDS);

/** For the operator, at most `LIMITS.senderIdsListed`; `organisationId` null: of every organisation. */
export function listSenderIdsOfInstallation(
  { db }: Pick<Services, 'db'>,
  wanted: SenderIdConditions & { readonly organisationId: string | null },
): Promise<OwnedSenderIdRow[]> {
  return db.acrossOrganisations((tx) => listSenderIdsOfAll(tx, wanted, LIMITS.senderIdsListed));
}
