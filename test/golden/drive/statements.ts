import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { findSetUpLink } from '../../../src/operations/people/set-up.js';
import type { Carried } from '../../compat/carried.js';
import { storeShapes } from '../../compat/store-shapes.js';
import { USES } from '../../compat/use-shapes.js';
import type { TestApi } from '../../http/start-api.js';
import { ENDED, HELD, REPORTED } from '../../operations/reports/state-rows-after-reports.js';
import { AT_INTAKE, AT_SUBMISSION, CANCELLED } from '../../operations/reports/state-rows-before-reports.js';
import { AUDITED_MUTATIONS } from '../../support/calls/audited-mutations.js';
import { graphqlCalls } from '../../support/calls/generate-graphql-calls.js';
import { bareCalls, namingCases, valuesOf } from '../../support/calls/generate-naming-cases.js';
import { ROUTES } from '../../support/calls/rest-routes.js';
import { doEverythingDue } from '../../support/database/everything-due.js';
import { travel } from '../../support/database/time-travel.js';
import { type Estate, foundEstate } from '../../support/people/two-organisations.js';
import type { TestServices } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { driveLiveKeyword, driveReceived } from './inbox.js';
import {
  driveDownloads,
  driveErasure,
  driveFilters,
  driveMailToOwners,
  driveNewSecretKeys,
  driveOperator,
  drivePeople,
  drivePeriodicTasks,
  driveRefusals,
  driveRestore,
  driveRetries,
  driveTogether,
  driveTrouble,
} from './rarely.js';

/** Makes the program do everything that it can be made to do, in a fixed order, one thing at a time. */
export async function driveEverything(api: TestApi, services: TestServices): Promise<void> {
  const { 'the link of the set-up': setUp, ...uses } = USES;
  await setUp?.(api, { setUpLink: await findSetUpLink(api.services) } as Carried);
  const estate = await driveCalls(api);
  await driveFilters(api, estate);
  await driveDownloads(api, estate);
  await driveRefusals(api, estate);
  await drivePeople(api);
  await driveOperator(api, estate);
  await driveReceived(api, estate);
  await driveMailToOwners(api, estate);
  await driveTogether(api, estate);
  await driveMutations(api);
  await driveStates(services);
  await driveTrouble(services);
  await driveRetries(services);
  await driveErasure(services);
  await driveLiveKeyword(services);
  await driveRestore(services);
  // Leaves a report in the inbox that matches nothing: from here on nobody waits for it to be empty.
  const carried = await storeShapes(api);
  for (const use of Object.values(uses)) {
    await api.sql('DELETE FROM rate_limits');
    await use(api, carried);
  }
  await driveOldAge(api);
  await drivePeriodicTasks(api);
  await driveNewSecretKeys(api);
}

async function driveCalls(api: TestApi): Promise<Estate> {
  const estate = await foundEstate(api, { word: 'birch', digits: '271' });
  const schema = buildPostriderSchema();
  for (const { ask } of bareCalls(schema, ROUTES)) {
    await api.sql('DELETE FROM rate_limits');
    await ask(estate.customer);
  }
  // Cursors are used above, and mutations below.
  for (const { ask, names, changesThings } of namingCases(schema, ROUTES)) {
    if (changesThings || names === 'cursor') continue;
    await api.sql('DELETE FROM rate_limits');
    for (const value of valuesOf(estate, names)) await ask(estate.customer, value);
  }
  return estate;
}

async function driveMutations(api: TestApi): Promise<void> {
  const calls = graphqlCalls(buildPostriderSchema());
  for (const [name, { arrange, otherwise = {}, peopleOnly }] of Object.entries(AUDITED_MUTATIONS)) {
    const query = calls.find(({ rootField }) => rootField === name)?.document;
    for (const way of [arrange, ...Object.values(otherwise)]) {
      await api.sql('DELETE FROM rate_limits');
      const customer = peopleOnly ? await api.member() : await api.customer();
      const { input, by = customer } = await way({ api, customer });
      const headers = { ...by.headers, 'content-type': 'application/json' };
      const body = JSON.stringify({ query, variables: { input } });
      await api.fetch('/graphql', { method: 'POST', headers, body });
    }
  }
}

/** Every row of the table of states. */
async function driveStates(services: TestServices): Promise<void> {
  for (const row of [...AT_INTAKE, ...AT_SUBMISSION, ...HELD, ...REPORTED, ...ENDED, ...CANCELLED]) {
    const stage = await setTheStage(services, {
      ...(row.input && { input: row.input }),
      ...(row.gateway && { reactions: row.gateway }),
      capabilities: { reportsCarryReference: row.byReference ?? false },
    });
    await row.act?.(stage);
    // Reports that changed nothing are looked at twice.
    await stage.later(1);
  }
}

/** Work of each kind, and then once more when all that is kept for a time is too old. */
async function driveOldAge(api: TestApi): Promise<void> {
  const DAY = 24 * 3600;
  await doEverythingDue(api.services);
  await travel({ query: async (text) => ({ rows: await api.sql(text) }) }, 40 * DAY);
  // Old by then, and not sent: housekeeping has to come back to it.
  const later = new Date(Date.now() + 10 * DAY * 1000).toISOString();
  const { call } = await api.customer();
  await call('POST', '/v1/sms/send/', { to: '12025550199', message: 'Later', scheduled_at: later });
  const policy = { ...api.services.policy, retentionDays: 0, eventRetentionDays: 0 };
  await doEverythingDue({ ...api.services, policy });
  await doEverythingDue({ ...api.services, policy: { ...policy, messageRetentionDays: 0 } });
}
