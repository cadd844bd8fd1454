import type { SenderStatus } from '../../src/domain/vocabulary.js';
import type { Filling } from './filling.js';
import type { Month } from './month.js';
import type { Random } from './random.js';
import { insertRows } from './rows.js';

const NAMES = [
  'Acacia Bank',
  'Baobab Retail',
  'Coastline Logistics',
  'Delta Power',
  'Equator Airways',
  'Fig Tree School',
  'Great Rift Insurance',
  'Harbour Clinic',
  'Ivory Telecom Shop',
  'Jacaranda Hotels',
  'Kilima Coffee',
  'Lakeside Water',
  'Mango Pay',
  'Nyota Taxi',
  'Olive Pharmacy',
  'Palm County',
  'Quarry Cement',
  'Ridge University',
  'Savanna Tours',
  'Tamarind Foods',
] as const;

/** Mobile prefixes of Kenya, Uganda, Tanzania, Nigeria, Germany and the United Kingdom; eight more digits follow. */
const PREFIXES = ['2547', '2567', '2557', '23480', '49151', '4474'] as const;

export interface Organisation {
  readonly id: string;
  readonly name: string;
  /** For addresses of mails and webhooks. */
  readonly slug: string;
  /** From 0: the largest. */
  readonly place: number;
  readonly messages: number;
  readonly createdAt: Date;
  /** The approved sender IDs. */
  readonly senders: readonly string[];
  /** The prefix of its own country first. */
  readonly prefixes: readonly string[];
  /** Seeds `dice` in the statements of the organisation. */
  readonly seed: number;
}

/** Numbers of messages: one half of all for the first organisation, the rest by 1/rank (Zipf). */
export function shareOut(messages: number, organisations: number): number[] {
  if (organisations === 1) return [messages];
  const weights = Array.from({ length: organisations - 1 }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const others = weights.map((weight) => Math.floor((messages * weight) / sum / 2));
  return [messages - others.reduce((all, share) => all + share, 0), ...others];
}

export function draftOrganisation(random: Random, month: Month, place: number, messages: number): Organisation {
  const round = Math.floor(place / NAMES.length);
  const name = `${NAMES[place % NAMES.length]}${round === 0 ? '' : ` ${round + 1}`}`;
  const createdAt = month.ago(month.until.getTime() - month.from.getTime() + random.between(1, 400) * 24 * 3600 * 1000);
  const word = name.split(' ')[0] as string;
  return {
    id: random.idAt(createdAt),
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    place,
    messages,
    createdAt,
    senders: [word.toUpperCase(), `${word}Info`, '20880'].slice(0, place % 3 === 2 ? 2 : 3),
    prefixes: [...PREFIXES.slice(place % 3), ...PREFIXES.slice(0, place % 3)],
    seed: random.whole(1, 2 ** 31),
  };
}

export async function insertOrganisation(filling: Filling): Promise<void> {
  const { tx, own, audit } = filling;
  const { id: organisation_id, name, place, createdAt: created_at } = own;
  audit.record('organisation.created', created_at, organisation_id, { name });
  await insertRows(tx, 'organisations', [
    {
      organisation_id,
      name,
      retention_days: [null, 90, null, 365][place % 4],
      enforce_sender_ids: place % 5 === 1,
      created_at,
    },
  ]);
  await insertRows(tx, 'event_logs', [{ organisation_id }]);
  const senders = senderRows(filling);
  await insertRows(tx, 'sender_ids', senders);
  for (const { id, name, countries, status, decided_at, ...sender } of senders) {
    audit.record('sender_id.created', sender.created_at, id, { name, countries });
    if (status !== 'pending') audit.record(`sender_id.${status}`, decided_at ?? created_at, id, { status });
  }
}

function senderRows({ random, month, own }: Filling) {
  const { id: organisation_id, senders, slug, createdAt } = own;
  const row = (name: string, status: SenderStatus, createdAt: Date, reason: string | null = null) => ({
    organisation_id,
    id: random.idAt(createdAt),
    name,
    countries: name === '20880' ? ['KE', 'UG', 'TZ'] : null,
    status,
    reason,
    decided_at: status === 'pending' ? null : new Date(createdAt.getTime() + 3 * 3600 * 1000),
    created_at: createdAt,
  });
  return [
    ...senders.map((name) => row(name, 'approved', createdAt)),
    row('POLICE', 'rejected', createdAt, 'This name belongs to an authority.'),
    row(`${slug.slice(0, 6)}New`, 'pending', month.ago(5 * 3600 * 1000)),
  ];
}
