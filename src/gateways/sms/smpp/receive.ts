import type { GatewayReport } from '../../../domain/sms/gateway.js';
import type { InboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import { MalformedBody } from './fields.js';
import { type Keys, toInbound } from './inbound.js';
import type { Inbox } from './inbox.js';
import type { Link } from './link.js';
import type { SmppOptions } from './options.js';
import { COMMAND, type Pdu, STATUS } from './pdu.js';
import { readDataSm, readDeliverSm, toReport } from './receipts.js';

/** An empty message_id: the SMSC does not use it. */
export const RESPONSE_BODY = Buffer.alloc(1);

interface Receiver {
  readonly options: Pick<SmppOptions, 'receiptIds' | 'errorCodes' | 'defaultAlphabet'>;
  readonly reports: Inbox<GatewayReport>;
  readonly messages: Inbox<InboundSms>;
  readonly keys: Keys;
}

/**
 * Answers a deliver_sm or data_sm. A receipt, or what a person has sent, is answered after it is stored, because then
 * the SMSC deletes it.
 */
export function receiveDelivery(request: Pdu, link: Link, { options, reports, messages, keys }: Receiver): void {
  const respond = (isKept: boolean): void =>
    link.respond(request, isKept ? STATUS.ok : STATUS.temporaryError, RESPONSE_BODY);
  try {
    const read = request.command === COMMAND.dataSm ? readDataSm : readDeliverSm;
    const delivery = read(request.body);
    const report = toReport(delivery, options);
    const message = report ? null : toInbound(delivery, options, keys.keyOf);
    if (report) reports.add(report, respond);
    else if (message) {
      messages.add(message, (isKept) => {
        if (!(isKept && link.isOpen())) keys.unanswered(delivery, message.key);
        respond(isKept);
      });
      // Without an answer the SMSC would repeat for ever what is neither.
    } else respond(true);
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    link.respond(request, STATUS.invalidLength, RESPONSE_BODY);
  }
}
