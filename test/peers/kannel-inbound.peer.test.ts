import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openGatewayInbox } from '../../src/operations/sms/gateways/gateway-inbox.js';
import { listInboundMessages } from '../../src/operations/sms/inbound/inbound-messages.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { callbackRequest } from '../gateways/callback-request.js';
import { type HttpPeer, startHttpPeer } from '../gateways/http/peer.js';
import { createKannel } from '../gateways/kannel/options.js';
import { createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { seeMessages } from '../support/see.js';
import { drain, newOrganisation, onBehalfOf, withGateways } from '../support/services.js';
import { until } from '../support/until.js';
import { useServices } from '../support/use-services.js';
import { KANNEL_USER, type RunningKannel, startKannel } from './kannel.js';

const PERSON = '254711000001';
const NUMBER = '20880';
const TOKEN = 'a-token-of-sixteen-characters';
const ASKS = 'id=%I&from=%p&to=%P&coding=%c&udh=%u';

describe('A real Kannel, with its handset', () => {
  const process = useServices();
  let kannel: RunningKannel;
  let listener: HttpPeer;

  beforeAll(async () => {
    listener = await startHttpPeer();
    kannel = await startKannel({ inboundUrl: `${listener.url}/callbacks/kannel/inbound/${TOKEN}?${ASKS}` });
  }, 60_000);

  afterAll(async () => {
    await kannel?.stop();
    await listener?.close();
  }, 60_000);

  /** What the requests so far say, as the server would hand it to the gateway. */
  const heard = () => {
    const callbackUrl = `${listener.url}/callbacks/kannel`;
    const gateway = createKannel({ url: kannel.url, ...KANNEL_USER, callback_url: callbackUrl, inbound_token: TOKEN });
    return listener.requests.flatMap(
      (request) => gateway.parseReport?.(callbackRequest(callbackUrl, request))?.messages ?? [],
    );
  };

  it('brings a STOP of a person, and no later message is claimed', async () => {
    const gateway = createProgrammableGateway({ name: 'kannel' });
    const { caller } = await newOrganisation(process);
    const numbers = [
      { number: NUMBER, keyword: null, gateways: [gateway.name], organisationId: caller.organisationId },
    ];
    const services = withGateways(process, { gateways: [gateway], numbers });
    const owner = onBehalfOf(services, caller.organisationId);
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const { result } = await sendBulkSms(owner, { message: 'Hello', recipients: [{ to: PERSON }], scheduledAt });
    const saidAt = performance.now();
    await kannel.says(PERSON, NUMBER, 'text STOP');
    await until(() => heard().length === 1);
    await openGatewayInbox(services).acceptMessages(gateway.name, heard());
    await drain(services);
    expect(performance.now() - saidAt).toBeLessThan(10_000);
    const inbox = await listInboundMessages(owner, { first: 10, conditions: {} });
    expect(inbox.nodes).toMatchObject([{ mobile: PERSON, text: 'STOP', keyword: 'stop' }]);
    await services.travel(7_200);
    await drain(services);
    const [message] = await seeMessages(services, { campaignId: result.id });
    expect(message).toMatchObject({ status: 'blocked', delivery_code: 406 });
    expect(gateway.journal.map(({ text }) => text)).toEqual([expect.stringContaining('You will get no more messages')]);
  });

  it('brings other alphabets, data, and the parts of a long text as one, each once', async () => {
    const before = heard().length;
    const says = async (text: string, count: number) => {
      await kannel.says(PERSON, NUMBER, text);
      await until(() => heard().length === before + count);
    };
    await says('ucs2 %04%21%04%42%04%3E%04%3F', 1);
    await says('data %01%02%FF', 2);
    await kannel.says(PERSON, NUMBER, 'udh-text %05%00%03%AB%02%02 WORLD');
    await sleep(500);
    await says('udh-text %05%00%03%AB%02%01 HELLO', 3);
    const texts = heard().slice(before);
    expect(texts.map(({ text }) => text)).toEqual(['Стоп', null, 'HELLOWORLD']);
    expect(new Set(texts.map(({ key }) => key)).size).toBe(3);
  });
});
