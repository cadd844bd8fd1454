import { apiKeyHint, hashApiKey, makeApiKey } from '../../src/domain/people/api-key.js';
import { hashToken, makeToken } from '../../src/domain/people/tokens.js';
import { type KeyMode, type Role, SCOPES, type Scope } from '../../src/domain/vocabulary.js';
import { hashPassword } from '../../src/lib/password-hash.js';
import type { Filling } from './filling.js';
import { insertRows } from './rows.js';
import { DIFFICULT_NAMES } from './texts.js';

/** The person who can sign in: a member of the first three organisations, with another role in each. */
export const ADA = { email: 'ada@example.org', name: 'Ada Example', password: 'practice makes perfect' } as const;
const ROLES_OF_ADA: readonly Role[] = ['owner', 'developer', 'viewer'];

const PEOPLE = ['Amina Otieno', 'Brian Okello', 'Chloe Martin', 'David Mushi', 'Esther Weber', 'Farid Haji'];
const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'operator', 'viewer', 'operator'];
const DAY_MS = 24 * 3600 * 1000;

interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

/** Members, invitations and keys. Returns the key that is printed. */
export async function insertPeople(filling: Filling): Promise<string> {
  const { own, audit } = filling;
  const members = await insertMembers(filling);
  const [owner] = members;
  if (owner) audit.actor = { kind: 'person', id: owner.id, name: owner.email };
  for (const { id, role } of members) audit.record('member.joined', own.createdAt, id, { role });
  await insertInvitations(filling);
  return insertKeys(filling);
}

async function insertMembers({ tx, random, own }: Filling): Promise<Member[]> {
  const { id: organisation_id, slug, place, createdAt } = own;
  const wanted = PEOPLE.slice(0, 2 + (place % (PEOPLE.length - 1))).map((name, index) => ({
    email: `${name.toLowerCase().replace(' ', '.')}@${slug}.example`,
    name,
    role: ROLES[index] as Role,
    password: null as string | null,
  }));
  const roleOfAda = ROLES_OF_ADA[place];
  if (roleOfAda) wanted.unshift({ ...ADA, role: roleOfAda });
  const members: Member[] = [];
  for (const { email, name, role, password } of wanted) {
    const passwordHash = password && (await hashPassword(password));
    members.push({ id: await ensurePerson({ tx, random }, { email, name, passwordHash, createdAt }), email, role });
  }
  const rows = members.map(({ id, role }) => ({ organisation_id, person_id: id, role, created_at: createdAt }));
  await insertRows(tx, 'memberships', rows);
  return members;
}

/** With --add the person may exist already. */
async function ensurePerson(
  { tx, random }: Pick<Filling, 'tx' | 'random'>,
  person: { email: string; name: string; passwordHash: string | null; createdAt: Date },
): Promise<string> {
  const [row] = await tx.sql<{ id: string }>(
    `INSERT INTO people (id, email, name, password_hash, verified_at, created_at)
     VALUES (:id, :email, :name, :passwordHash, :createdAt, :createdAt)
     ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id`,
    { id: random.idAt(person.createdAt), ...person },
  );
  return (row as { id: string }).id;
}

async function insertInvitations({ tx, random, month, own, secretKey, audit }: Filling): Promise<void> {
  const { id: organisation_id, slug } = own;
  const ages = { 'new.colleague': 2, 'late.colleague': 12 };
  const rows = Object.entries(ages).map(([name, days]) => {
    const createdAt = month.ago(days * DAY_MS);
    return {
      organisation_id,
      id: random.idAt(createdAt),
      email: `${name}@${slug}.example`,
      role: 'operator',
      token_hash: hashToken(secretKey, 'invitation', makeToken()),
      invited_by: audit.actor.name,
      created_at: createdAt,
      expires_at: new Date(createdAt.getTime() + 7 * DAY_MS),
    };
  });
  await insertRows(tx, 'invitations', rows);
  for (const { id, email, role, created_at } of rows)
    audit.record('invitation.created', created_at, id, { email, role });
}

async function insertKeys({ tx, random, month, own, secretKey, audit }: Filling): Promise<string> {
  const { id: organisation_id, createdAt, senders } = own;
  const row = (name: string, key: string, mode: KeyMode, scopes: readonly Scope[], at: Date) => ({
    organisation_id,
    id: random.idAt(at),
    name,
    hash: hashApiKey(secretKey, key),
    hint: apiKeyHint(key),
    mode,
    scopes,
    expires_at: null as Date | null,
    revoked_at: null as Date | null,
    last_used_at: null as Date | null,
    created_at: at,
    sender_ids: null as string[] | null,
    created_by_kind: audit.actor.kind,
    created_by_id: audit.actor.id,
    created_by_name: audit.actor.name,
    last_used_from: null as string | null,
  });
  const usable = makeApiKey('live');
  const later = new Date(month.from.getTime() + DAY_MS);
  const rows = [
    {
      ...row('Console', usable, 'live', SCOPES, createdAt),
      last_used_at: month.ago(60_000),
      last_used_from: '192.0.2.7',
    },
    {
      ...row('Shop', makeApiKey('live'), 'live', ['sms:send', 'sms:read'], createdAt),
      last_used_at: month.ago(5_000),
      last_used_from: '192.0.2.8',
    },
    row(DIFFICULT_NAMES[1], makeApiKey('test'), 'test', SCOPES, later),
    { ...row('Old shop', makeApiKey('live'), 'live', ['sms:send'], createdAt), revoked_at: later },
    { ...row('Agency', makeApiKey('live'), 'live', ['sms:send'], createdAt), expires_at: month.ago(3 * DAY_MS) },
    { ...row('Reports', makeApiKey('live'), 'live', ['sms:read'], later), expires_at: month.ago(-60 * DAY_MS) },
    { ...row('Marketing', makeApiKey('live'), 'live', ['sms:send'], later), sender_ids: senders.slice(0, 1) },
  ];
  await insertRows(tx, 'api_keys', rows);
  for (const { id, name, mode, scopes, created_at } of rows) {
    audit.record('api_key.created', created_at, id, { name, mode, scopes });
  }
  audit.record('api_key.revoked', later, rows[3]?.id ?? null, null);
  return usable;
}
