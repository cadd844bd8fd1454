import { foldInbound } from '../../../src/operations/sms/inbound/fold-inbound.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import type { Stage } from './audited-mutation.js';

/** A text that a person has sent to the customer, as the inbox lists it. */
export async function receivedText({ api: { services }, customer: { organisationId, call } }: Stage) {
  const said = { key: 'one', from: '12025550100', to: '20880', text: 'Hello', organisationId };
  await receiveInbound(services, 'sandbox', [said]);
  await foldInbound(services);
  return (await call('GET', '/v1/inbox/')).body.results[0];
}
