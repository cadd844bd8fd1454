import { insertMembership } from '../../../src/db/sql/people/memberships.js';
import { claimAddress, verifyPerson } from '../../../src/db/sql/people/people.js';
import type { Caller, Person } from '../../../src/domain/context.js';
import type { Mail } from '../../../src/domain/people/mail.js';
import { ROLE_SCOPES } from '../../../src/domain/people/roles.js';
import { type Role, SCOPES } from '../../../src/domain/vocabulary.js';
import { newId } from '../../../src/lib/ids.js';
import { hashPassword } from '../../../src/lib/password-hash.js';
import type { Context, Services } from '../../../src/operations/context.js';
import { openSession } from '../../../src/operations/people/sign-in.js';
import { openMail } from '../../../src/operations/people/write-mail.js';
import { onBehalfOf, type TestServices } from '../services.js';

export const ADDRESS = '192.0.2.7';

export interface TestPerson extends Person {
  /** For the cookie. */
  readonly token: string;
}

/** The key that `onBehalfOf` speaks of: what is asked in its name is allowed while it is in force. */
export async function giveKey({ superuser }: TestServices, organisationId: string): Promise<void> {
  await superuser.query(
    `INSERT INTO api_keys (organisation_id, id, name, hash, hint, mode, scopes)
     VALUES ($1::uuid, $1::uuid, 'a key', decode(md5($1::uuid::text), 'hex'), 'pr_live_…', 'live', $2)`,
    [organisationId, SCOPES],
  );
}

let places = 0;

/** Somebody with a verified address, who has signed in. Without a password nobody can sign in as them again. */
export async function newPerson(
  services: Services,
  { email = `person-${++places}@example.org`, password }: { readonly email?: string; readonly password?: string } = {},
): Promise<TestPerson> {
  const passwordHash = password === undefined ? 'none' : await hashPassword(password);
  return services.db.amongPeople(async (tx) => {
    const claimed = await claimAddress(tx, { id: newId(), email, name: 'A person' });
    const row = await verifyPerson(tx, claimed.id, { name: 'A person', passwordHash });
    if (!row) throw new Error('The address belongs to somebody already.');
    const { person, token } = await openSession(tx, services, { address: ADDRESS }, row);
    return { ...person, token };
  });
}

/** What the person asks for, once they are a member. */
export function asMember(services: Services, organisationId: string, { id, email }: Person, role: Role): Context {
  const { caller, ...rest } = onBehalfOf(services, organisationId);
  const person: Caller = { ...caller, actor: { kind: 'person', id, name: email }, role, scopes: ROLE_SCOPES[role] };
  return { ...rest, caller: { ...person, address: ADDRESS } };
}

export async function join(services: Services, organisationId: string, { id }: Person, role: Role): Promise<void> {
  await services.db.inOrganisation(organisationId, (tx) => insertMembership(tx, id, role));
}

/** Somebody new who is a member from the first moment. */
export async function newMember(services: Services, organisationId: string, role: Role) {
  const person = await newPerson(services);
  await join(services, organisationId, person, role);
  return { person, context: asMember(services, organisationId, person, role) };
}

interface MailRow {
  readonly id: string;
  readonly content: Buffer | null;
}

/** To this address, the oldest first. */
export async function mailsTo(services: Services, email: string): Promise<Mail[]> {
  const rows = await services.db.amongPeople((tx) => tx.sql<MailRow>('SELECT id, content FROM mails ORDER BY id'));
  const mails = rows.flatMap(({ id, content }) => (content ? (openMail(services, id, content) ?? []) : []));
  return mails.filter(({ to }) => to === email);
}

/** Out of the link in the last mail of an invitation. */
export async function tokenMailedTo(services: Services, email: string): Promise<string> {
  return tokenOf((await mailsTo(services, email)).at(-1)?.text ?? '');
}

export function tokenOf(text: string): string {
  const [, token] = /\/invitation#token=([\w-]{43})(?![\w-])/.exec(text) ?? [];
  if (!token) throw new Error('There is no link of an invitation in it.');
  return token;
}

export interface AuditRow {
  readonly action: string;
  readonly actor_kind: string;
  readonly actor_name: string;
  readonly address: string | null;
  readonly subject_id: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** What the log of an organisation says, the making of it apart. */
export function auditOf({ db }: Services, organisationId: string): Promise<AuditRow[]> {
  return db.inOrganisation(organisationId, (tx) =>
    tx.sql<AuditRow>(
      `SELECT action, actor_kind, actor_name, address, subject_id, before, after FROM audit_entries
       WHERE organisation_id = :organisationId AND action <> 'organisation.created' ORDER BY id`,
    ),
  );
}
