import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { PreparingClient } from '../../src/db/postgres/preparing-client.js';
import { runHousekeeping } from '../../src/operations/upkeep/housekeeping.js';
import { type Answer, useApi } from '../http/start-api.js';
import { bareCalls, leaks, namingCases, valuesOf } from '../support/calls/generate-naming-cases.js';
import { ROUTES } from '../support/calls/rest-routes.js';
import { download, everyExport, linkFor } from '../support/exports.js';
import { type Estate, fingerprint, foundEstate } from '../support/people/two-organisations.js';
import { drain } from '../support/services.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
const schema = buildPostriderSchema();
const cases = namingCases(schema, ROUTES);
const calls = bareCalls(schema, ROUTES);

let amber: Estate;
let birch: Estate;
let before: string;
beforeAll(async () => {
  amber = await foundEstate(api, { word: 'amber', digits: '314' });
  birch = await foundEstate(api, { word: 'birch', digits: '271' });
  // Something for the workers to take, if they could see it.
  await amber.customer.sendSms({ to: amber.mobiles.sent, message: 'amber waits' });
  before = await fingerprint(api, amber.customer.organisationId);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const SETTING = "SET LOCAL postrider.organisation = '";

/**
 * The program's own filters off: every statement has the ids of one organisation as its parameters, while the
 * transaction is another one's. What still keeps them apart is the database alone.
 */
function crossTheFilters(): void {
  const query = PreparingClient.prototype.query as (...args: unknown[]) => unknown;
  jest.spyOn(PreparingClient.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [text, ...rest] = args;
    const crossed = typeof text === 'string' ? crossedSetting(text) : text;
    return query.call(this, crossed, ...rest);
  } as never);
}

function crossedSetting(text: string): string {
  return text.replace(`${SETTING}${amber.customer.organisationId}`, `${SETTING}${birch.customer.organisationId}`);
}

/** Who calls is settled before, and is no secret of the caller's. */
const leaksOfRows = (answer: Answer, value: string) => leaks(amber, answer, value);

const isReading = ({ changesThings }: { readonly changesThings: boolean }) => !changesThings;

describe('row level security, with the ids of the owner in every statement', () => {
  it.each(cases)('gives nothing away and changes nothing: $coordinate', async ({ names, ask }) => {
    crossTheFilters();
    for (const value of valuesOf(amber, names)) {
      expect(leaksOfRows(await ask(amber.customer, value), value)).toEqual([]);
    }
    expect(await fingerprint(api, amber.customer.organisationId)).toBe(before);
  });

  it.each(calls)('gives nothing away and changes nothing: $title', async ({ ask }) => {
    crossTheFilters();
    expect(leaksOfRows(await ask(amber.customer), 'nothing')).toEqual([]);
    expect(await fingerprint(api, amber.customer.organisationId)).toBe(before);
  });

  it('gives nothing away in downloads', async () => {
    for (const body of everyExport(amber.ids.dispatchedCampaign)) {
      const path = await linkFor(amber.customer, body);
      // The maker is found, and remembered.
      expect((await download(api, path)).text).not.toBe('');
      crossTheFilters();
      const answer = await download(api, path);
      jest.restoreAllMocks();
      expect([answer.status, answer.text]).toEqual([200, '']);
    }
  });

  it('keeps workers and housekeeping from the rows as well', async () => {
    // Links to downloads have entries in the audit log.
    const untouched = await fingerprint(api, amber.customer.organisationId);
    crossTheFilters();
    await drain(api.services);
    await runHousekeeping({ ...api.services, policy: { ...api.services.policy, retentionDays: 0 } });
    expect(await fingerprint(api, amber.customer.organisationId)).toBe(untouched);
  });
});

describe('the same calls with the filters on', () => {
  it('give the owner what is its own, so the cases above have something to hide', async () => {
    const seen = new Set<string>();
    const note = (answers: Answer[]) => {
      for (const leak of answers.flatMap((answer) => leaksOfRows(answer, 'nothing'))) seen.add(leak);
    };
    note(await Promise.all(calls.filter(isReading).map(({ ask }) => ask(amber.customer))));
    // One after the other, because all together are more connections than a busy machine keeps.
    for (const { names, ask } of cases.filter(isReading)) {
      if (names === 'word') continue;
      note(await Promise.all(valuesOf(amber, names).map((value) => ask(amber.customer, value))));
    }
    expect(seen.size).toBeGreaterThan(amber.canaries.length / 2);
  });

  it('change what is its own', async () => {
    await drain(api.services);
    expect(await fingerprint(api, amber.customer.organisationId)).not.toBe(before);
  });
});
