import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { newId } from '../../lib/ids.js';
import { receiveInbound } from '../../operations/sms/inbound/receive-inbound.js';
import type { CommonOptions } from '../command.js';
import { printResult } from '../output.js';
import { chooseOrganisation } from '../people/choose-organisation.js';
import { withServices } from '../with-services.js';

interface ReceiveOptions extends CommonOptions {
  readonly from: string;
  readonly message: string;
  readonly to: string;
  readonly organisation?: string;
}

export function receive({ from, message, to, json, ...options }: ReceiveOptions): Promise<void> {
  return withServices(async (services) => {
    const { id: organisationId, name } = await chooseOrganisation(services, options.organisation);
    await receiveInbound(services, SANDBOX_GATEWAY, [{ key: newId(), from, to, text: message, organisationId }]);
    printResult(
      json,
      { from, to, organisation_id: organisationId },
      `The sandbox has received the message from ${from} for ${name}.`,
    );
  });
}
