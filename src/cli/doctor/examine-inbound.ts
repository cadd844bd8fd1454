import type { Database } from '../../db/database.js';
import { listUnclaimedNumbers } from '../../db/sql/kernel/inbox.js';
import { listUnheardStops } from '../../db/sql/sms/inbound/unheard-stops.js';
import type { OwnNumber } from '../../domain/sms/inbound/own-numbers.js';
import { findOrphanedNumbers } from '../../operations/sms/inbound/orphaned-numbers.js';
import { type Finding, fine, warning, wrong } from './finding.js';

/** Finds numbers that GATEWAYS_FILE gives to no organisation: what people send there waits. */
export async function examineNumbers(db: Database, numbers: readonly OwnNumber[]): Promise<Finding[]> {
  const orphaned = await findOrphanedNumbers(db, numbers);
  const unclaimed = await listUnclaimedNumbers(db);
  const findings = [
    ...orphaned.map(({ number, organisationId }) =>
      wrong('numbers', `An entry for ${number} names the organisation ${organisationId}, which does not exist.`),
    ),
    ...unclaimed.map(({ gateway, to, messages }) => {
      const words = `${messages} messages from "${gateway}" to ${to} wait, because no entry of "numbers" in GATEWAYS_FILE fits: write the number there as it stands here.`;
      return warning('numbers', words);
    }),
  ];
  return findings.length > 0
    ? findings
    : [fine('numbers', 'all that people have sent was to numbers of organisations')];
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
