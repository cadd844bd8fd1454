import type { Command } from 'commander';
import type { Organisation } from '../../db/sql/people/organisations.js';
import { type Router, routerFor } from '../../domain/sms/routing.js';
import type { Context, Services } from '../../operations/context.js';
import { sendSms } from '../../operations/sms/send/send-sms.js';
import { action } from '../command.js';
import type { OpenDatabase } from '../open-database.js';
import { printProblem, printResult } from '../output.js';
import { chooseOrganisation, organisationOption } from '../people/choose-organisation.js';
import { readTime } from '../times.js';
import { actFor, withServices } from '../with-services.js';

export interface SendOptions {
  readonly senderId?: string;
  readonly reference?: string;
  readonly schedule?: string;
  readonly organisation?: string;
  readonly test?: true;
  readonly idempotencyKey?: string;
}

interface SingleOptions extends SendOptions {
  readonly to: string;
  readonly message: string;
}

/** What single and bulk sends have in common. */
export function addSendOptions(command: Command): Command {
  return command
    .option('--sender-id <sender>', 'what the phone shows as the sender')
    .option('--reference <text>', 'a word of yours, kept with what is sent')
    .option('--schedule <time>', 'not before this time, such as 2030-01-31T12:00:00Z')
    .addOption(organisationOption())
    .option('--test', 'as with a test key: nothing leaves the sandbox')
    .option('--idempotency-key <key>', 'a repeated call with the same key sends nothing again for 24 hours');
}

export function addSend(program: Command): void {
  const command = program
    .command('send')
    .description('send one SMS')
    .requiredOption('--to <number>', 'in international format')
    .requiredOption('--message <text>');
  addSendOptions(command).action(action<SingleOptions>(send));
}

function send({ to, message, json, ...options }: SingleOptions & { json: boolean }): Promise<void> {
  const scheduledAt = options.schedule === undefined ? null : readTime('--schedule', options.schedule);
  return withServices(async (services, database) => {
    const organisation = await chooseOrganisation(services, options.organisation);
    const context = actAsSender(services, organisation, options);
    const { senderId, reference, idempotencyKey } = options;
    const input = { to, message, senderId, reference, scheduledAt, idempotencyKey };
    const { result, replayed } = await sendSms(context, input);
    const { id, status, segments, encoding } = result;
    const gateway = result.gateway ?? routerOf(context, senderId).firstFor(result.mobile ?? '', id);
    const text = replayed ? `Message ${id} had been accepted before.` : `Message ${id} is ${status} for ${gateway}.`;
    printResult(json, { message_id: id, status, segments, encoding, gateway, replayed }, text);
    warnWithoutServer(database);
  });
}

/** What an organisation has resolved for its messages holds for those that are sent from here too. */
export function actAsSender(services: Services, organisation: Organisation, { test }: SendOptions): Context {
  const context = actFor(services, organisation.id, test === true || organisation.demo);
  return { ...context, caller: { ...context.caller, enforcesSenderIds: organisation.enforceSenderIds } };
}

/** Where messages go first: worth showing, as the file of gateways that counts is that of this command. */
export function routerOf({ routing, caller }: Context, senderId: string | undefined): Router {
  const { organisationId, mode } = caller;
  return routerFor(routing, { organisationId, senderId: senderId ?? null, test: mode === 'test' });
}

/** Said at once where it is certain; elsewhere only time can tell. */
export function warnWithoutServer({ startedHere }: OpenDatabase): void {
  if (startedHere)
    printProblem('No server is running: messages leave when you start one with "npm run postrider -- serve".');
}
