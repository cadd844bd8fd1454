import { MalformedBody } from './fields.js';
import type { Inbox } from './inbox.js';
import type { Link } from './link.js';
import type { SmppOptions } from './options.js';
import { COMMAND, type Pdu } from './pdu.js';
import { readDataSm, readDeliverSm, toReport } from './receipts.js';

const OK = 0x00;
const INVALID_LENGTH = 0x02;
/** "Come again later." */
const TEMPORARY_ERROR = 0x64;
/** Either response has a message id, and nobody asks for one of ours. */
const RESPONSE_BODY = Buffer.alloc(1);

interface Receiver {
  readonly options: Pick<SmppOptions, 'receiptIds' | 'errorCodes'>;
  readonly inbox: Inbox;
}

/** Answers a deliver_sm or data_sm, and a receipt not before it is stored: what is answered the centre forgets. */
export function receiveDelivery(request: Pdu, link: Link, { options, inbox }: Receiver): void {
  const respond = (status: number): void => link.respond(request, status, RESPONSE_BODY);
  try {
    const read = request.command === COMMAND.dataSm ? readDataSm : readDeliverSm;
    const report = toReport(read(request.body), options);
    if (report) inbox.add(report, (isKept) => respond(isKept ? OK : TEMPORARY_ERROR));
    // A message from a phone is nothing for us; left unanswered it would come again for ever.
    else respond(OK);
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    respond(INVALID_LENGTH);
  }
}
