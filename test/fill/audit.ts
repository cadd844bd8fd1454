import type { OrganisationTx } from '../../src/db/postgres/transaction.js';
import { type Actor, OPERATOR } from '../../src/domain/context.js';
import type { AuditAction } from '../../src/domain/people/audit.js';
import type { Random } from './random.js';
import { insertRows } from './rows.js';

/** The audit entries of an organisation, collected until the end. */
export class AuditTrail {
  /** The actor of the entries that are recorded from now on. */
  actor: Actor = OPERATOR;
  private readonly entries: Entry[] = [];
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  record(action: AuditAction, at: Date, subjectId: string | null, after: object | null): void {
    this.entries.push({ action, at, subjectId, after, actor: this.actor });
  }

  async insert(tx: OrganisationTx): Promise<void> {
    const rows = this.entries.map(({ action, at, subjectId, after, actor }) => ({
      organisation_id: tx.organisationId,
      id: this.random.idAt(at),
      action,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      address: actor.kind === 'operator' ? null : '203.0.113.7',
      subject_type: action.slice(0, action.indexOf('.')),
      subject_id: subjectId,
      after,
      created_at: at,
    }));
    await insertRows(tx, 'audit_entries', rows);
  }
}

interface Entry {
  readonly action: AuditAction;
  readonly at: Date;
  readonly subjectId: string | null;
  readonly after: object | null;
  readonly actor: Actor;
}
