import type { MessageCategory } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import { listInboundMessages } from '../../../src/operations/sms/inbound/inbound-messages.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { listSuppressions } from '../../../src/operations/sms/suppressions/suppressions.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { seeMessages } from '../../support/see.js';
import { drain, mobile, newOrganisation, onBehalfOf, type TestServices, withGateways } from '../../support/services.js';

export const PERSON = mobile(1);
export const NUMBER = '20880';
let places = 0;

/** A person who writes to numbers of organisations. */
export function inboundStage(process: TestServices) {
  /** Organisations that share a number at a gateway of their own; the first needs no keyword if it is alone. */
  async function sharing(...keywords: (string | null)[]) {
    const gateway = createProgrammableGateway({ name: `inbound-${++places}` });
    const owners = await Promise.all(keywords.map((keyword) => newOrganisation(process, keyword ?? undefined)));
    const numbers = keywords.map((keyword, place) => ({
      number: NUMBER,
      keyword,
      gateways: [gateway.name],
      organisationId: (owners[place] as Context).caller.organisationId,
    }));
    const services = withGateways(process, { gateways: [gateway], numbers });
    let said = 0;
    return {
      gateway,
      services,
      owners: owners.map(({ caller }) => onBehalfOf(services, caller.organisationId)),
      async says(text: string | null, { from = PERSON, key = `key ${++said}` } = {}) {
        await receiveInbound(services, gateway.name, [{ key, from, to: NUMBER, text }]);
        await drain(services);
      },
    };
  }

  const alone = async () => {
    const { owners, ...stage } = await sharing(null);
    return { ...stage, owner: owners[0] as Context };
  };
  const inboxOf = async (owner: Context) => (await listInboundMessages(owner, { first: 10, conditions: {} })).nodes;
  const suppressedOf = async (owner: Context) => {
    const { nodes } = await listSuppressions(owner, { first: 10, conditions: {} });
    return nodes.map(({ mobile: number, source, reason }) => `${number} ${source} ${reason}`);
  };
  const send = async (
    owner: Context,
    services: TestServices,
    { to = PERSON, category = null }: { to?: string; category?: MessageCategory | null } = {},
  ) => {
    const { result } = await sendBulkSms(owner, { message: 'Hello', recipients: [{ to }], category });
    await drain(services);
    const [message] = await seeMessages(services, { campaignId: result.id });
    return message;
  };

  return { sharing, alone, inboxOf, suppressedOf, send };
}
