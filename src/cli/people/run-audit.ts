import type { AuditRow } from '../../db/sql/people/audit-entries.js';
import { listAuditEntries } from '../../operations/people/audit-log.js';
import type { CommonOptions } from '../command.js';
import { print, printJson } from '../output.js';
import { cut, formatTable } from '../table.js';
import { readPast } from '../times.js';
import { actFor, everyPage, withServices } from '../with-services.js';
import { chooseOrganisation } from './choose-organisation.js';

interface AuditOptions extends CommonOptions {
  readonly organisation?: string;
  readonly since: string;
}

export function audit({ organisation, since: from, json }: AuditOptions): Promise<void> {
  const since = readPast('--since', from, new Date());
  return withServices(async (services) => {
    const { id } = await chooseOrganisation(services, organisation);
    const context = actFor(services, id, false);
    const conditions = { since };
    for await (const rows of everyPage((page) => listAuditEntries(context, { ...page, conditions }))) {
      if (json) for (const row of rows) printJson(describe(row));
      else print(formatTable(HEADER, rows.map(toRow)));
    }
  });
}

const HEADER = ['WHEN', cut('WHO'), 'FROM', 'WHAT', 'ON', cut('BEFORE'), cut('AFTER')];

function toRow(row: AuditRow): string[] {
  const settings = [row.before, row.after].map((each) => (each === null ? '' : JSON.stringify(each)));
  const when = new Date(row.created_at).toISOString();
  const who = row.actor_kind === 'operator' ? row.actor_name : `${row.actor_kind} ${row.actor_name}`;
  return [when, who, row.address ?? '', row.action, row.subject_id ?? '', ...settings];
}

function describe({ actor_kind: kind, actor_id: id, actor_name: name, ...row }: AuditRow) {
  return { ...row, actor: { kind, id, name }, created_at: new Date(row.created_at).toISOString() };
}
