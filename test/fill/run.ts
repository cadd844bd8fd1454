/**
 * `npm run fill`: fills a database with organisations, campaigns in every state, phones, an inbox, webhooks and events
 * of a plausible month, for work on the console, on search and on retention.
 *
 *   npm run fill                              100,000 messages into the embedded database of `npm start`
 *   npm run fill -- --messages 1000000        more of them; a million takes a few minutes and 1.7 GB
 *   npm run fill -- --organisations 20        one has half of all messages, the others share the rest unequally
 *   npm run fill -- --days 30                 how long ago the first message was sent
 *   npm run fill -- --seed 7                  other names, numbers and outcomes; a seed repeats them
 *   npm run fill -- --add                     also if there are organisations, which it leaves alone
 *   npm run fill -- --embedded                the embedded database, whatever DATABASE_URL says
 *   npm run fill -- --json                    what was made, for programs
 *
 * Settings are those of the program: DATABASE_URL, DATA_DIR, SECRET_KEY. The database is migrated first. Each
 * organisation is one transaction, so Ctrl-C leaves whole organisations, and rolls back the one that was being filled.
 *
 * What waits belongs to the sandbox: start the server, and scheduled messages leave at their time, without leaving the
 * machine. Messages that the organisation has no credit for stay held until you resume them or the hold ends.
 */
import '../support/programs/plain-node.ts';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const OPTIONS = {
  messages: { type: 'string', default: '100000' },
  organisations: { type: 'string', default: '20' },
  days: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  add: { type: 'boolean', default: false },
  embedded: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const { values: options } = readOptions();

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS });
  } catch (error) {
    console.error(`${(error as Error).message}\nSee npm run fill -- --help.`);
    process.exit(1);
  }
}

if (options.help) {
  const [, header = ''] = /\/\*\*\n(.*?)\n \*\//s.exec(readFileSync(import.meta.filename, 'utf8')) ?? [];
  console.log(header.replaceAll(/^ \* ?/gm, ''));
} else {
  const { runFill } = await import('./run-fill.js');
  process.exitCode = await runFill({
    ...options,
    messages: wholeNumber('messages', 1),
    organisations: wholeNumber('organisations', 1),
    days: wholeNumber('days', 1),
    seed: wholeNumber('seed', 0),
  });
}

function wholeNumber(name: 'messages' | 'organisations' | 'days' | 'seed', least: number): number {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < least) throw new Error(`--${name} must be a whole number from ${least}.`);
  return value;
}
