import type { Database } from '../../../db/database.js';
import { listExisting } from '../../../db/sql/people/organisations.js';
import { allNumbers, type OwnNumber } from '../../../domain/sms/inbound/own-numbers.js';
import type { Services } from '../../context.js';

/** The numbers whose organisation does not exist. */
export async function findOrphanedNumbers(db: Database, numbers: readonly OwnNumber[]): Promise<OwnNumber[]> {
  const ids = [...new Set(numbers.map(({ organisationId }) => organisationId))];
  const existing = await db.acrossOrganisations((tx) => listExisting(tx, ids));
  return numbers.filter(({ organisationId }) => !existing.has(organisationId));
}

/** What people send to such numbers waits, as if no entry named them: an operator has mistyped an id. */
export async function warnOfOrphanedNumbers({ db, numbers, logger }: Services): Promise<void> {
  try {
    for (const { number, keyword, organisationId } of await findOrphanedNumbers(db, allNumbers(numbers))) {
      const words = 'an entry of "numbers" in GATEWAYS_FILE names an organisation that does not exist';
      logger.warn({ number, keyword, organisationId }, words);
    }
  } catch (error) {
    logger.warn({ err: error }, 'the organisations of the numbers in GATEWAYS_FILE could not be looked up');
  }
}
