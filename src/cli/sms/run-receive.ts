import { parseRecipient } from '../../domain/chat/validate.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { newId } from '../../lib/ids.js';
import { receiveEngineReports } from '../../operations/chat/engine-reports.js';
import { receiveInbound } from '../../operations/sms/inbound/receive-inbound.js';
import { type CommonOptions, UsageError } from '../command.js';
import { findNamed } from '../find-named.js';
import { printResult } from '../output.js';
import { chooseOrganisation } from '../people/choose-organisation.js';
import { type CommandServices, withServices } from '../with-services.js';

interface Received {
  readonly from: string;
  readonly message: string;
  readonly to: string;
  readonly session?: string;
  readonly organisation?: string;
}

export function receive({ json, ...options }: Received & CommonOptions): Promise<void> {
  return withServices(async (services) => {
    const { id, name } = await chooseOrganisation(services, options.organisation);
    const { from } = options;
    const to = options.session ? await receiveChat(services, id, options) : await receiveSms(services, id, options);
    const text = `The sandbox has received the message from ${from} for ${name}.`;
    printResult(json, { from, ...to, organisation_id: id }, text);
  });
}

async function receiveSms(services: CommandServices, organisationId: string, { from, to, message }: Received) {
  await receiveInbound(services, SANDBOX_GATEWAY, [{ key: newId(), from, to, text: message, organisationId }]);
  return { to };
}

async function receiveChat(
  services: CommandServices,
  organisationId: string,
  { from, session = '', message: text }: Received,
) {
  const person = parseRecipient(from, 'person');
  if (!person.ok) throw new UsageError(`--from: ${person.error.message}`);
  const { id: sessionId } = await findNamed(services, 'session', session, organisationId);
  const report = { kind: 'message', sessionId, messageId: newId(), party: person.to, text, media: null } as const;
  await receiveEngineReports(services, SANDBOX_GATEWAY, [report]);
  return { session_id: sessionId };
}
