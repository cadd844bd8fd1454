import type { OrganisationTx } from '../../src/db/postgres/transaction.js';
import type { AuditTrail } from './audit.js';
import type { Month } from './month.js';
import type { Organisation } from './organisations.js';
import type { Random } from './random.js';

/** What is filled by one transaction: an organisation, with its month. */
export interface Filling {
  readonly tx: OrganisationTx;
  readonly own: Organisation;
  readonly month: Month;
  readonly random: Random;
  readonly audit: AuditTrail;
  readonly secretKey: string;
}
