import { createAuthenticator } from '../../../src/api/guard/authenticate.js';
import type { Context } from '../../../src/operations/context.js';
import { type CreatedApiKey, createApiKey } from '../../../src/operations/people/api-keys.js';
import type { TestServices } from '../services.js';

export type KeyOptions = Partial<Omit<Parameters<typeof createApiKey>[1], 'by' | 'organisationId'>>;

/** A key that the operator makes; with these scopes it may make others. */
export function operatorsKey(services: TestServices, organisationId: string, options: KeyOptions = {}) {
  const usual = { name: 'A key', mode: 'live', scopes: ['sms:send', 'sms:read', 'keys:manage'] } as const;
  return createApiKey(services, { ...usual, ...options, organisationId });
}

/** What a call with the key is made with, at a process that has not seen it before. */
export async function withKey(services: TestServices, { key, apiKey }: CreatedApiKey): Promise<Context> {
  const caller = await createAuthenticator(services).authenticate({
    authorization: `Bearer ${key}`,
    'x-organisation-id': apiKey.organisationId,
    address: '192.0.2.7',
  });
  return { ...services, caller };
}

export interface AuditRow {
  readonly action: string;
  readonly actor: string;
  readonly address: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** What is in the audit log of one thing, oldest first. */
export async function auditOf({ superuser }: TestServices, subjectId: string): Promise<AuditRow[]> {
  const { rows } = await superuser.query<AuditRow>(
    `SELECT action, actor_kind || ' ' || coalesce(actor_id::text, '-') AS actor, address, before, after
     FROM audit_entries WHERE subject_id = $1 ORDER BY id`,
    [subjectId],
  );
  return rows;
}

/** More keys that are in force, faster than one makes them. */
export async function addKeys({ superuser }: TestServices, organisationId: string, count: number): Promise<void> {
  await superuser.query(
    `INSERT INTO api_keys (organisation_id, id, name, hash, hint, mode, scopes)
     SELECT $1::uuid, gen_random_uuid(), 'k', sha256(uuid_send(gen_random_uuid())), 'h', 'live', '{sms:read}'
     FROM generate_series(1, $2::int)`,
    [organisationId, count],
  );
}
