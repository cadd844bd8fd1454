import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { eraseSuppressions } from '../../../db/sql/sms/recipients/erased-suppressions.js';
import { type ErasedMessage, eraseFromCampaigns, eraseMessages } from '../../../db/sql/upkeep/erasure.js';
import { hashMobile } from '../../../domain/secret-keys.js';
import { spellingsOf } from '../../../domain/sms/phone-number.js';

interface ErasedEnded {
  readonly messages: readonly ErasedMessage[];
  /** How many suppressions are hashes now. */
  readonly suppressions: number;
}

/** Erases those of the messages that have ended, and keeps the suppressions of their numbers as hashes. */
export async function eraseEnded(
  tx: OrganisationTx,
  secretKey: string,
  messageIds: readonly string[],
): Promise<ErasedEnded> {
  const messages = await eraseMessages(tx, messageIds);
  let suppressions = 0;
  const ended = messages.filter(({ left }) => !left);
  for (const [mobile, its] of Map.groupBy(ended, (message) => message.mobile)) {
    if (mobile === null) continue;
    const campaignIds = [...new Set(its.flatMap(({ campaign_id: id }) => id ?? []))].sort();
    await eraseFromCampaigns(tx, campaignIds, spellingsOf(mobile));
    suppressions += await eraseSuppressions(tx, mobile, hashMobile(secretKey, mobile));
  }
  return { messages, suppressions };
}
