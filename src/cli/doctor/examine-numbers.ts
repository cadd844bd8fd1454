import type { Database } from '../../db/database.js';
import { listUnclaimedNumbers } from '../../db/sql/kernel/inbox.js';
import type { OwnNumber } from '../../domain/sms/own-numbers.js';
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
      const words = `${messages} messages from "${gateway}" to ${to} wait, because no entry of "numbers" in GATEWAYS_FILE fits.`;
      return warning('numbers', words);
    }),
  ];
  return findings.length > 0
    ? findings
    : [fine('numbers', 'all that people have sent was to numbers of organisations')];
}
