/**
 * `npm run measure:web`: measures the console in Chromium against its budgets, and prints one table: what, wanted,
 * measured.
 *
 *   npm run measure:web                                everything, about an hour and a half
 *   npm run measure:web -- --only first-route          first-route, rows, interactions, watching, journeys, …
 *   npm run measure:web -- --minutes 5                 how long a running campaign is watched; 30 by default
 *   npm run measure:web -- --rows 10000000             messages of the organisation whose lists are read; may be given
 *                                                      more than once. 100,000 and 1,000,000 by default. Ten million
 *                                                      take 20 GB twice
 *   npm run measure:web -- --rounds 9                  more rounds on a busy machine; 5 by default
 *   npm run measure:web -- --data DIR                  keeps the filled database in DIR, for the next run
 *   npm run measure:web -- --json                      the figures for programs
 *
 * The program, an embedded PostgreSQL with the settings of `npm start` and Chromium run on this machine. Nothing else
 * is called. Lists are read from organisations that `npm run fill` has filled. Pages about the last 24 hours need data
 * that is no older, so fill DIR anew after a day.
 *
 * Not a jest suite: times are printed and never asserted, because other work on the machine can spoil each of them. The
 * command ends with 1 if a section could not be measured, or if a page has a finding of axe, scrolls sideways, or
 * complains.
 */
import '../../support/programs/plain-node.ts';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    minutes: { type: 'string', default: '30' },
    rows: { type: 'string', multiple: true, default: ['100000', '1000000'] },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const { measureConsole } = await import('./measure-console.js');
process.exitCode = await measureConsole({
  only: options.only,
  minutes: positive('--minutes', options.minutes),
  rows: options.rows.map((rows) => positive('--rows', rows)),
  rounds: positive('--rounds', options.rounds),
  dataDir: options.data,
  json: options.json,
});

function positive(name: string, typed: string): number {
  const value = Number(typed);
  if (!(value > 0)) throw new Error(`${name} must be a number above zero.`);
  return value;
}
