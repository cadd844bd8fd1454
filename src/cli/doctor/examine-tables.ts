import type { Config } from '../../config/config.js';
import type { Database } from '../../db/database.js';
import { listUnclaimedNumbers } from '../../db/sql/kernel/inbox.js';
import { countElsewhere } from '../../db/sql/sms/dispatch/unconfigured-gateways.js';
import { readOutages } from '../../db/sql/sms/gateways/gateway-outages.js';
import { listUnheardStops } from '../../db/sql/sms/inbound/inbound-messages.js';
import type { OwnNumber } from '../../domain/sms/inbound/own-numbers.js';
import type { GatewaySetup } from '../../gateways/configure/gateways-file.js';
import { findOrphanedNumbers } from '../../operations/sms/inbound/orphaned-numbers.js';
import { isoTime } from '../times.js';
import { examineCitus } from './examine-citus.js';
import { examineGrowth } from './examine-growth.js';
import { examineSecretKeys } from './examine-secret-keys.js';
import { attempt, type Finding, fine, warning, wrong } from './finding.js';

/** `setup`: null if GATEWAYS_FILE is not valid. */
export async function examineTables(config: Config, db: Database, setup: GatewaySetup | null): Promise<Finding[]> {
  const citus = await attempt('nodes of Citus', () => examineCitus(db));
  const missesNode = citus.some(({ level }) => level === 'fault');
  const unlessMissing = (subject: string, examine: () => Promise<Finding[]>) =>
    attempt(subject, () =>
      examine().catch((error: unknown) => {
        if (!missesNode) throw error;
        return [warning(subject, 'not examined, because a node of Citus cannot be used')];
      }),
    );
  return [
    ...citus,
    ...(setup ? await unlessMissing('agenda', () => examineAgenda(db, setup)) : []),
    ...(await attempt('outages', () => examineOutages(db))),
    ...(await attempt('numbers', () => examineNumbers(db, setup?.numbers ?? []))),
    ...(await unlessMissing('opt-outs', () => examineOptOuts(db))),
    ...(await unlessMissing('growth', async () => [await examineGrowth(config, db)])),
    ...(await unlessMissing('secret key', () => examineSecretKeys(config, db))),
  ];
}

/** Finds messages of gateways that are no longer configured: no worker submits them, so they would wait for ever. */
async function examineAgenda(db: Database, { gateways }: GatewaySetup): Promise<Finding[]> {
  const orphaned = await db.acrossOrganisations((tx) => countElsewhere(tx, [...gateways.keys()]));
  if (orphaned.length === 0) return [fine('agenda', 'every waiting message has a configured gateway')];
  return orphaned.map(({ gateway, messages }) =>
    wrong(
      'agenda',
      `"${gateway}" is not configured, but ${messages} of its messages wait: add it again, or cancel them.`,
    ),
  );
}

/** What the workers have found: they may be in another network than this machine. */
async function examineOutages(db: Database): Promise<Finding[]> {
  const outages = await readOutages(db);
  if (outages.length === 0) return [fine('outages', 'all gateways that workers have called take messages')];
  return outages.map(({ gateway, since, code }) => {
    const last = code === null ? '' : `; its last response was ${code}`;
    const words = `"${gateway}" has taken no messages of the workers since ${isoTime(since)}${last}. Messages go on when it does.`;
    return wrong('outages', words);
  });
}

/** Finds numbers that GATEWAYS_FILE gives to no organisation: what people send there waits. */
async function examineNumbers(db: Database, numbers: readonly OwnNumber[]): Promise<Finding[]> {
  const orphaned = await findOrphanedNumbers(db, numbers);
  const unclaimed = await listUnclaimedNumbers(db);
  const findings = [
    ...orphaned.map(({ number, organisationId }) =>
      wrong('numbers', `An entry for ${number} names the organisation ${organisationId}, which does not exist.`),
    ),
    ...unclaimed.map(({ gateway, to, messages }) => {
      const words = `${messages} messages from "${gateway}" to ${to} wait, because no entry of "numbers" in GATEWAYS_FILE fits: write the number there as it stands here.`;
      return warning('numbers', words);
    }),
  ];
  return findings.length > 0
    ? findings
    : [fine('numbers', 'all that people have sent was to numbers of organisations')];
}

/** Finds people who wrote STOP in vain, because their gateway tells their numbers without the country code. */
async function examineOptOuts(db: Database): Promise<Finding[]> {
  const unheard = await db.acrossOrganisations(listUnheardStops);
  if (unheard.length === 0) return [fine('opt-outs', 'every STOP came from a number that can be suppressed')];
  return unheard.map(({ gateway, sender, messages }) => {
    const words =
      `${messages} messages from "${gateway}" that said STOP suppress nothing, because their senders, such as ${sender}…, have ` +
      'no country code. Make the gateway tell numbers in international form, and suppress these people by hand.';
    return warning('opt-outs', words);
  });
}
