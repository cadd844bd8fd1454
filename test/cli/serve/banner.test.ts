import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BannerFacts, logBanner, printBanner } from '../../../src/cli/serve/banner.js';
import { loadConfig } from '../../../src/config/config.js';

const LINK = 'http://127.0.0.1:8080/setup#token=of-the-test';
const facts = (changed: Partial<BannerFacts>): BannerFacts => ({
  config: loadConfig({}),
  role: 'all',
  database: 'a database',
  tryOut: null,
  setUp: null,
  ...changed,
});
let printed: string;

beforeEach(() => {
  printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe.each([
  ['for people', printBanner],
  ['for programs', logBanner],
])('the banner %s', (_whom, show) => {
  it('has the set-up link while it is wanted', () => {
    show(facts({ setUp: { link: LINK } }));
    expect(printed).toContain(LINK);
  });

  it('tells how to get the link when the database did not say whether it is wanted', () => {
    show(facts({ setUp: 'unknown' }));
    expect(printed).toMatch(/postrider (-- )?set-up-link/);
    expect(printed).not.toContain('#token=');
  });

  it('says no word of it once somebody has an account', () => {
    show(facts({ tryOut: { demo: { organisationId: 'an organisation', key: 'pr_test_x' }, organisationIds: [] } }));
    expect(printed).toContain('Bearer pr_test_x');
    expect(printed).not.toMatch(/set-?up/i);
  });
});

it('the banner ends with the command that has the key, and with the set-up link', () => {
  const demo = { organisationId: 'an organisation', key: 'pr_test_x' };
  printBanner(facts({ tryOut: { demo, organisationIds: [] }, setUp: { link: LINK } }));
  const places = ['Docs', 'Sandbox mode', 'Bearer pr_test_x', LINK].map((text) => printed.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(printed.trim().split('\n').at(-1)).toContain(LINK);
});

describe('the command of the banner that makes keys', () => {
  it.each([
    [['one'], 'key create --name NAME'],
    [['one', 'two'], 'key create --organisation one --name NAME'],
  ])('works as it is printed beside the organisations %j', (organisationIds, command) => {
    printBanner(facts({ tryOut: { demo: null, organisationIds } }));
    expect(printed).toContain(`postrider -- ${command}\n`.replace('-- ', printed.includes('npm run') ? '-- ' : ''));
  });
});
