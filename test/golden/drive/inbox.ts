import { SANDBOX_GATEWAY } from '../../../src/domain/sms/routing.js';
import { foldEngineReports, receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { foldInbound } from '../../../src/operations/sms/inbound/fold-inbound.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { explainNumber } from '../../../src/operations/sms/numbers/explain-number.js';
import type { TestApi } from '../../http/start-api.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import type { Estate } from '../../support/people/two-organisations.js';
import { newOrganisation, onBehalfOf, type TestServices, withGateways } from '../../support/services.js';

/** A chat message whose text comes later than the message, and the explanation of a number that has said STOP. */
export async function driveReceived({ services }: TestApi, { customer, ids }: Estate): Promise<void> {
  const { organisationId } = customer;
  const from = '12025550131';
  const message = {
    kind: 'message',
    sessionId: ids.session ?? '',
    messageId: 'late',
    party: from,
    media: null,
  } as const;
  for (const text of [null, 'Hello']) {
    await receiveEngineReports(services, SANDBOX_GATEWAY, [{ ...message, text }]);
    await foldEngineReports(services);
  }
  await receiveInbound(services, SANDBOX_GATEWAY, [{ key: 'stop', from, to: '20880', text: 'STOP', organisationId }]);
  await foldInbound(services);
  await explainNumber(onBehalfOf(services, organisationId), { mobile: from, test: true });
}

/** A STOP that does not come from the sandbox. */
export async function driveLiveKeyword(services: TestServices): Promise<void> {
  const gateway = createProgrammableGateway({ name: 'handset' });
  const { organisationId } = (await newOrganisation(services)).caller;
  const numbers = [{ number: '20880', keyword: null, gateways: [gateway.name], organisationId }];
  const live = withGateways(services, { gateways: [gateway], numbers });
  await receiveInbound(live, gateway.name, [{ key: 'stop', from: '12025550131', to: '20880', text: 'STOP' }]);
  await foldInbound(live);
}
