import { MalformedBody } from './fields.js';
import type { Inbox } from './inbox.js';
import type { Link } from './link.js';
import type { SmppOptions } from './options.js';
import { COMMAND, type Pdu } from './pdu.js';
import { readDataSm, readDeliverSm, toReport } from './receipts.js';

const OK = 0x00;
const INVALID_LENGTH = 0x02;
/** ESME_RX_T_APPN: the SMSC repeats the delivery later. */
const TEMPORARY_ERROR = 0x64;
/** An empty message_id: the SMSC does not use it. */
const RESPONSE_BODY = Buffer.alloc(1);

interface Receiver {
  readonly options: Pick<SmppOptions, 'receiptIds' | 'errorCodes'>;
  readonly inbox: Inbox;
}

/** Answers a deliver_sm or data_sm. A receipt is answered after it is stored, because then the SMSC deletes it. */
export function receiveDelivery(request: Pdu, link: Link, { options, inbox }: Receiver): void {
  const respond = (status: number): void => link.respond(request, status, RESPONSE_BODY);
  try {
    const read = request.command === COMMAND.dataSm ? readDataSm : readDeliverSm;
    const report = toReport(read(request.body), options);
    if (report) inbox.add(report, (isKept) => respond(isKept ? OK : TEMPORARY_ERROR));
    // A message from a phone is not supported, but without an answer the SMSC would repeat it for ever.
    else respond(OK);
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    respond(INVALID_LENGTH);
  }
}
