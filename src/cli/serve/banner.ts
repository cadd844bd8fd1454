import { asTyped, type Role } from '../../config/command-line.js';
import type { Config } from '../../config/config.js';
import { print, printJson } from '../output.js';
import { style } from '../terminal-text.js';
import type { Demo, TryOut } from './demo.js';

export interface BannerFacts {
  readonly config: Config;
  readonly role: Role;
  readonly database: string;
  /** The demo of an embedded database; null on other databases and in production. */
  readonly tryOut: TryOut | null;
  /** The set-up link; null if an account exists; unknown if the database did not respond. */
  readonly setUp: { readonly link: string } | 'unknown' | null;
}

/** The sandbox number that is delivered after a moment. */
const SANDBOX_NUMBER = '12025550100';

/** For a server that could not find out whether an account exists. */
const ASK_FOR_LINK = `If there is no account yet: "${asTyped('set-up-link')}" prints the link that creates the first one.`;

/** With several organisations the command names the oldest, so that it works as printed. */
function makeKeys([oldest, ...others]: readonly string[]): string {
  const named = others.length > 0 ? ` --organisation ${oldest}` : '';
  return `Create keys in the console, or with: ${asTyped(`key create${named} --name NAME`)}`;
}

const NOTHING_LEAVES = 'Sandbox mode: messages are simulated and nothing leaves this machine.';

/** Prints where the server is and what to do next. */
export function printBanner({ config, role, database, tryOut, setUp }: BannerFacts): void {
  const width = 10;
  const lines = placesOf(config, role, database).map(
    ([name, place]) => `  ${style('dim', name.padEnd(width))}${place}`,
  );
  print(`\n${style('bold', 'Postrider is ready.')}\n`);
  print([...lines, '', modeOf(config), ''].join('\n'));
  if (role === 'worker') return;
  if (tryOut?.demo) print(`Send a message:\n\n${curlCommand(config, tryOut.demo)}\n`);
  else if (tryOut) print(`${makeKeys(tryOut.organisationIds)}\n`);
  printSetUp(setUp);
}

/** Last, where a new user looks for the next step. */
function printSetUp(setUp: BannerFacts['setUp']): void {
  if (setUp === 'unknown') print(`${ASK_FOR_LINK}\n`);
  else if (setUp) {
    const link = style(['bold', 'cyan'], setUp.link);
    print(`Create the first account and your organisation with this link, which works once:\n\n  ${link}\n`);
  }
}

/** Logs the same facts as JSON lines. Not through the logger, which would mask the key and the number. */
export function logBanner({ config, role, database, tryOut, setUp }: BannerFacts): void {
  const line = (msg: string, fields: object) =>
    printJson({ level: 'info', time: new Date().toISOString(), pid: process.pid, msg, ...fields });
  const places = placesOf(config, role, database).map(([name, place]) => [name.toLowerCase(), place]);
  line('Postrider is ready', { ...Object.fromEntries(places), role, mode: modeOf(config) });
  if (tryOut?.demo && role !== 'worker') line('Send a message', { curl: curlCommand(config, tryOut.demo) });
  if (setUp === 'unknown') line(ASK_FOR_LINK, {});
  else if (setUp)
    line('Create the first account and your organisation with this link, which works once', { setUpLink: setUp.link });
}

function placesOf({ publicUrl }: Config, role: Role, database: string): [name: string, place: string][] {
  if (role === 'worker')
    return [
      ['Database', database],
      ['Health', `${publicUrl}/readyz`],
    ];
  return [
    ['Database', database],
    ['Console', `${publicUrl}/app/`],
    ['GraphQL', `${publicUrl}/graphql`],
    ['GraphiQL', `${publicUrl}/graphiql`],
    ['REST', `${publicUrl}/v1/`],
    ['Docs', `${publicUrl}/docs`],
  ];
}

function modeOf({ gatewaysFile }: Config): string {
  if (!gatewaysFile) return NOTHING_LEAVES;
  return `Live keys send through the gateways of ${gatewaysFile}; messages of test keys stay in the sandbox.`;
}

function curlCommand({ publicUrl }: Config, { organisationId, key }: Demo): string {
  return [
    `curl -X POST ${publicUrl}/v1/sms/send/`,
    `  -H 'Authorization: Bearer ${key}'`,
    `  -H 'X-Organisation-Id: ${organisationId}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify({ to: SANDBOX_NUMBER, message: 'Hello from Postrider' })}'`,
  ].join(' \\\n');
}
