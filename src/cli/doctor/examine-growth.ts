import { statfsSync } from 'node:fs';
import type { Config } from '../../config/config.js';
import type { Database } from '../../db/database.js';
import { type GrowthRow, readGrowth } from '../../db/sql/upkeep/growth.js';
import { type Finding, fine, warning } from './finding.js';

const SUBJECT = 'growth';
/** Of fewer messages the size of one cannot be told. */
const ENOUGH_MESSAGES = 1_000;
/** Time to buy a disk, or to decide what is deleted. */
const FEW_DAYS = 30;
const DAYS_A_YEAR = 365;
/** A forecast for longer is nonsense. */
const MOST_YEARS = 100;

/** Tells how long the disk lasts if messages are kept for ever. */
export async function examineGrowth(
  { messageRetentionDays, databaseUrl, dataDir }: Config,
  db: Database,
): Promise<Finding> {
  if (messageRetentionDays !== undefined) {
    return fine(
      SUBJECT,
      `messages are deleted after ${messageRetentionDays} days, unless an organisation says otherwise`,
    );
  }
  return judgeGrowth(await db.acrossOrganisations(readGrowth), databaseUrl === undefined ? freeBytes(dataDir) : null);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** `free`: null on a server of the operator's own, whose disk this machine cannot see. */
export function judgeGrowth(
  { database_bytes: total, message_bytes: ofMessages, messages, kept, days }: GrowthRow,
  free: number | null,
): Finding {
  const size = `the database has ${inBytes(total)}`;
  const room = free === null ? 'how much its disk has free is not known here' : `${inBytes(free)} are free`;
  if (days === null || kept === 0)
    return fine(SUBJECT, `${size}, and no message of the last 7 days is kept for ever; ${room}`);
  const aDay = kept / Math.max(days, 1);
  const arriving = aDay <= 1 ? '1 message' : `${Math.ceil(aDay)} messages`;
  if (messages < ENOUGH_MESSAGES) {
    return fine(SUBJECT, `${size} and gets ${arriving} a day, too few so far to tell how it grows; ${room}`);
  }
  const bytesADay = (aDay * ofMessages) / messages;
  const grows = `${size}, and grows by ${inBytes(bytesADay)} a day (${arriving}, which are kept)`;
  if (free === null) return fine(SUBJECT, `${grows}; ${room}`);
  const lasting = free / bytesADay;
  if (lasting >= FEW_DAYS) return fine(SUBJECT, `${grows}; ${room}, enough for ${inDays(lasting)}`);
  return warning(
    SUBJECT,
    `${grows}; ${room}, enough for ${inDays(lasting)}: set MESSAGE_RETENTION_DAYS, or make room on the disk.`,
  );
}

function inDays(days: number): string {
  if (days > MOST_YEARS * DAYS_A_YEAR) return `more than ${MOST_YEARS} years`;
  return days < 2 * DAYS_A_YEAR ? `${Math.floor(days)} days` : `${Math.floor(days / DAYS_A_YEAR)} years`;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

function inBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const amount = bytes / 1_000 ** power;
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`;
}
