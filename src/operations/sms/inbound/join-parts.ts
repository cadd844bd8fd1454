import type { EveryOrganisationTx } from '../../../db/postgres/transaction.js';
import { keepLongTexts, lockLongTexts } from '../../../db/sql/sms/inbound/long-texts.js';
import type { StoredInboundSms, StoredPart } from '../../../domain/sms/inbound/inbound-sms.js';
import {
  addPart,
  type InboundEntry,
  type LongText,
  longTextId,
  messageOf,
  NO_PARTS,
} from '../../../domain/sms/inbound/long-texts/join-parts.js';
import type { StoredReports } from '../../../domain/stored-reports.js';

/**
 * Puts whole texts in the place of their last parts. The other parts wait in the inbox: whose a text is may depend on
 * its first word, so it has no organisation before. A text whose time is over comes due there, and is taken with the
 * parts that it has.
 */
export async function joinParts(
  tx: EveryOrganisationTx,
  stored: readonly StoredReports<InboundEntry>[],
): Promise<StoredReports<StoredInboundSms>[]> {
  const before = await lockLongTexts(tx, stored.flatMap(placesIn));
  const texts = new Map(before);
  const joined = stored.map((portion) => ({
    ...portion,
    reports: portion.reports.flatMap((entry) => {
      if (!isPart(entry)) return messageOf(entry) ?? [];
      const id = longTextId(portion.gateway, entry);
      const { text, ready } = addPart(texts.get(id) ?? NO_PARTS, entry);
      texts.set(id, text);
      return ready;
    }),
  }));
  const changed = [...texts].flatMap(([id, text]) => {
    const known = before.get(id);
    return text === known ? [] : [{ id, text, begins: firstKeyOf(text) !== firstKeyOf(known) }];
  });
  await keepLongTexts(tx, changed);
  return joined.filter(({ reports }) => reports.length > 0);
}

const placesIn = ({ gateway, reports }: StoredReports<InboundEntry>) =>
  reports.filter(isPart).map((part) => ({ id: longTextId(gateway, part), gateway }));

const isPart = (entry: InboundEntry): entry is StoredPart => 'part' in entry;
const firstKeyOf = (text: LongText | undefined) => text?.parts[0]?.key;
