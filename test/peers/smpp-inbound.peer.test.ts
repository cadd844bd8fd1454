import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InboundSms } from '../../src/domain/sms/inbound/inbound-sms.js';
import { openGatewayInbox } from '../../src/operations/sms/gateways/gateway-inbox.js';
import { listInboundMessages } from '../../src/operations/sms/inbound/inbound-messages.js';
import { outgoing } from '../gateways/contract-suite.js';
import { type SmppUnderTest, soon, startSmpp } from '../gateways/smpp/under-test.js';
import { createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { drain, newOrganisation, onBehalfOf, withGateways } from '../support/services.js';
import { until } from '../support/until.js';
import { useServices } from '../support/use-services.js';
import { HAS_NET_SMPP, type PerlSmsc, startPerlSmsc } from './perl-smsc.js';

const NUMBER = '20880';
const NUMBERS = '2547110000';

function describeLongTexts(): void {
  const process = useServices();
  let smsc: PerlSmsc;
  let underTest: SmppUnderTest;

  beforeAll(async () => {
    smsc = await startPerlSmsc();
    underTest = await startSmpp(smsc.port);
    await until(() => smsc.journal('bind').length > 0);
  });

  afterAll(async () => {
    await underTest?.gateway.stop?.();
    await smsc?.close();
  });

  it.each([
    ['in a header of 8 bits', '37', 3],
    ['in a header of 16 bits', '38', 3],
    ['in parameters', '39', 3],
    ['that is whole in the payload', '40', 1],
    ['in a header in the payload of data_sm', '41', 3],
    ['whose first part comes again on the next connection', '42', 3],
  ])('tell one long text of a person, %s', async (_, digits, pdus) => {
    const { caller } = await newOrganisation(process);
    const gateway = createProgrammableGateway({ name: 'centre' });
    const numbers = [
      { number: NUMBER, keyword: null, gateways: [gateway.name], organisationId: caller.organisationId },
    ];
    const services = withGateways(process, { gateways: [gateway], numbers });
    const told: InboundSms[] = [];
    underTest.acceptMessages = async (name, messages) => {
      await openGatewayInbox(services).acceptMessages(name, messages);
      told.push(...messages);
    };
    await underTest.gateway.submit([outgoing(NUMBERS + digits)], soon());
    await until(() => told.length === pdus);
    await drain(services);
    await services.travel(1_801);
    await drain(services);
    const { nodes } = await listInboundMessages(onBehalfOf(services, caller.organisationId), {
      first: 10,
      conditions: {},
    });
    expect(nodes).toMatchObject([{ text: 'Hello 😡 world', incomplete: false, mobile: NUMBERS + digits }]);
  });
}

(HAS_NET_SMPP ? describe : describe.skip)('A message centre of Net::SMPP and the gateway', describeLongTexts);
