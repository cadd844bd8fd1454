import { parseRecipient } from '../../domain/chat/validate.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { newId } from '../../lib/ids.js';
import { receiveEngineReports } from '../../operations/chat/engine-reports.js';
import type { Context } from '../../operations/context.js';
import { receiveInbound } from '../../operations/sms/inbound/receive-inbound.js';
import { UsageError } from '../command.js';
import { findNamed } from '../find-named.js';
import type { OrganisationOptions } from '../options.js';
import { printResult } from '../output.js';
import { withOrganisation } from '../with-services.js';

interface ReceiveOptions extends OrganisationOptions {
  readonly from: string;
  readonly message: string;
  readonly to: string;
  readonly session?: string;
}

export function receive({ json, ...options }: ReceiveOptions): Promise<void> {
  return withOrganisation(options, async (context, { id, name }) => {
    const { from } = options;
    const to = await (options.session ? receiveChat(context, options) : receiveSms(context, options));
    const text = `The sandbox has received the message from ${from} for ${name}.`;
    printResult(json, { from, ...to, organisation_id: id }, text);
  });
}

type Received = Omit<ReceiveOptions, 'json'>;

async function receiveSms(context: Context, { from, to, message }: Received) {
  const { organisationId } = context.caller;
  await receiveInbound(context, SANDBOX_GATEWAY, [{ key: newId(), from, to, text: message, organisationId }]);
  return { to };
}

async function receiveChat(context: Context, { from, session = '', message: text }: Received) {
  const person = parseRecipient(from, 'person');
  if (!person.ok) throw new UsageError(`--from: ${person.error.message}`);
  const { id: sessionId } = await findNamed(context, 'session', session, context.caller.organisationId);
  const report = { kind: 'message', sessionId, messageId: newId(), party: person.to, text, media: null } as const;
  await receiveEngineReports(context, SANDBOX_GATEWAY, [report]);
  return { session_id: sessionId };
}
