import { listDueOrganisations as query } from '../../db/queries/due-organisations.js';
import { acrossOrganisations } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import type { DuePurpose } from '../../domain/vocabulary.js';

export function listDueOrganisations({ orm }: Services, purpose: DuePurpose, gateway: string): Promise<string[]> {
  return acrossOrganisations(orm, (tx) => query(tx, purpose, gateway));
}
