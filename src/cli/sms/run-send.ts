import { asTyped } from '../../config/command-line.js';
import { type Router, routerFor } from '../../domain/sms/routing.js';
import type { MessageCategory } from '../../domain/vocabulary.js';
import type { Context } from '../../operations/context.js';
import { sendSms } from '../../operations/sms/send/send-sms.js';
import type { OpenDatabase } from '../database/open-database.js';
import type { OrganisationOptions } from '../options.js';
import { printProblem, printResult } from '../output.js';
import { readTime } from '../times.js';
import { forSending, withOrganisation } from '../with-services.js';

/** The options that single and bulk sends share. */
export interface SendOptions extends OrganisationOptions {
  readonly senderId?: string;
  readonly reference?: string;
  readonly schedule?: string;
  readonly category?: MessageCategory;
  readonly test?: true;
  readonly smartEncoding?: boolean;
  readonly idempotencyKey?: string;
}

interface SingleOptions extends SendOptions {
  readonly to: string;
  readonly message: string;
}

export function send({ to, message, json, ...options }: SingleOptions): Promise<void> {
  const scheduledAt = options.schedule === undefined ? null : readTime('--schedule', options.schedule);
  return withOrganisation(options, async (operator, organisation, database) => {
    const context = forSending(operator, organisation, options);
    const { senderId, reference, category, smartEncoding, idempotencyKey } = options;
    const input = { to, message, senderId, reference, scheduledAt, category, smartEncoding, idempotencyKey };
    const { result, replayed } = await sendSms(context, input);
    const { id, status, segments, encoding } = result;
    const gateway = result.gateway ?? routerOf(context, senderId).firstFor(result.mobile ?? '', id);
    const text = replayed ? `Message ${id} was accepted before.` : `Message ${id} is ${status} for ${gateway}.`;
    printResult(json, { id, status, segments, encoding, gateway, replayed }, text);
    warnWithoutServer(database);
  });
}

/** The routing of the messages, which is worth showing because this command reads its own GATEWAYS_FILE. */
export function routerOf({ routing, caller }: Context, senderId: string | undefined): Router {
  const { organisationId, mode } = caller;
  return routerFor(routing, { organisationId, senderId: senderId ?? null, test: mode === 'test' });
}

/** Warns if certainly no server is running. */
export function warnWithoutServer({ startedHere }: OpenDatabase): void {
  if (startedHere) printProblem(`No server is running: messages leave when you start one with "${asTyped('serve')}".`);
}
