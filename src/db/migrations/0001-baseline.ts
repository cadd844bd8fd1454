import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';
import { CHAT } from './baseline/chat.js';
import { DISPATCH } from './baseline/dispatch.js';
import { EVENTS } from './baseline/events.js';
import { EXPORTS } from './baseline/exports.js';
import { INBOUND } from './baseline/inbound.js';
import { KERNEL } from './baseline/kernel.js';
import { ORGANISATIONS, PEOPLE } from './baseline/people.js';
import { SMS } from './baseline/sms.js';
import { SUPPRESSIONS } from './baseline/suppressions.js';
import { WEBHOOKS } from './baseline/webhooks.js';

/** Databases without this migration were made before it existed, and are refused (`db/migrate.ts`). */
export const BASELINE = '0001-baseline';

/**
 * All tables. Every one with an organisation_id has a key that begins with it, foreign keys include it, and forced row
 * level security shows a transaction the rows of one organisation (`postrider.organisation`) or, if the program says so
 * explicitly, of all (`postrider.every_organisation`).
 *
 * The hot tables have no triggers and no unique keys without organisation_id, so that organisations can be spread over
 * several servers.
 */
export class Baseline extends Migration {
  override name = BASELINE;

  override up(): void {
    for (const statement of ROOMS.flat()) this.addSql(statement);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

/** What the policies of `isolate` call. */
const WALL = [
  `CREATE FUNCTION current_organisation() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
     $$ SELECT nullif(current_setting('postrider.organisation', true), '')::uuid $$`,
  `CREATE FUNCTION all_organisations() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
     $$ SELECT coalesce(current_setting('postrider.every_organisation', true), '') = 'on' $$`,
];

/** Tables come after those that they refer to. */
const ROOMS = [
  WALL,
  ORGANISATIONS,
  PEOPLE,
  SMS,
  DISPATCH,
  SUPPRESSIONS,
  INBOUND,
  CHAT,
  EVENTS,
  EXPORTS,
  WEBHOOKS,
  KERNEL,
];
