import { listDueOrganisations as query } from '../../../db/sql/sms/due-organisations.js';
import type { DuePurpose } from '../../../domain/vocabulary.js';
import type { Services } from '../../context.js';

export function listDueOrganisations({ db }: Services, purpose: DuePurpose, gateway: string): Promise<string[]> {
  return db.acrossOrganisations((tx) => query(tx, purpose, gateway));
}
