import type { Database } from '../../db/database.js';
import { listUnclaimedNumbers } from '../../db/sql/kernel/inbox.js';
import { listUnheardStops } from '../../db/sql/sms/inbound/unheard-stops.js';
import { type Finding, fine, warning } from './finding.js';

/** Finds numbers that GATEWAYS_FILE gives to no organisation: what people send there waits. */
export async function examineNumbers(db: Database): Promise<Finding[]> {
  const unclaimed = await listUnclaimedNumbers(db);
  if (unclaimed.length === 0) return [fine('numbers', 'all that people have sent was to numbers of organisations')];
  return unclaimed.map(({ gateway, to, messages }) => {
    const words = `${messages} messages from "${gateway}" to ${to} wait, because no entry of "numbers" in GATEWAYS_FILE fits: write the number there as it stands here.`;
    return warning('numbers', words);
  });
}

/** Finds people who wrote STOP in vain, because their gateway tells their numbers without the country code. */
export async function examineOptOuts(db: Database): Promise<Finding[]> {
  const unheard = await db.acrossOrganisations(listUnheardStops);
  if (unheard.length === 0) return [fine('opt-outs', 'every STOP came from a number that can be suppressed')];
  return unheard.map(({ gateway, sender, messages }) => {
    const words =
      `${messages} messages from "${gateway}" that said STOP suppress nothing, because their senders, such as ${sender}…, have ` +
      'no country code. Make the gateway tell numbers in international form, and suppress these people by hand.';
    return warning('opt-outs', words);
  });
}
