import type { AuditRow } from '../../db/sql/people/audit-entries.js';
import { listAuditEntries } from '../../operations/people/audit-log.js';
import type { OrganisationOptions } from '../options.js';
import { print, printJson } from '../output.js';
import { cut, formatTable } from '../table.js';
import { isoTime, readPast } from '../times.js';
import { everyPage, withOrganisation } from '../with-services.js';

interface AuditOptions extends OrganisationOptions {
  readonly since: string;
}

export function audit({ since: from, json, ...options }: AuditOptions): Promise<void> {
  const since = readPast('--since', from, new Date());
  return withOrganisation(options, async (context) => {
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
  const who = row.actor_kind === 'operator' ? row.actor_name : `${row.actor_kind} ${row.actor_name}`;
  return [isoTime(row.created_at), who, row.address ?? '', row.action, row.subject_id ?? '', ...settings];
}

function describe({ actor_kind: kind, actor_id: id, actor_name: name, ...row }: AuditRow) {
  return { ...row, actor: { kind, id, name }, created_at: isoTime(row.created_at) };
}
