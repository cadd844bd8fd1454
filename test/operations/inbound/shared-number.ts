import type { Context } from '../../../src/operations/context.js';
import { listInboundMessages } from '../../../src/operations/sms/inbound/inbound-messages.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { listSuppressions } from '../../../src/operations/sms/suppressions/suppressions.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { drain, mobile, newOrganisation, onBehalfOf, type TestServices, withGateways } from '../../support/services.js';

export const PERSON = mobile(1);
export const NUMBER = '20880';
let places = 0;

/** Organisations that share a number at a gateway of their own; the first needs no keyword if it is alone. */
export async function sharing(process: TestServices, ...keywords: (string | null)[]) {
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

export async function alone(process: TestServices) {
  const { owners, ...stage } = await sharing(process, null);
  return { ...stage, owner: owners[0] as Context };
}

export const inboxOf = async (owner: Context) =>
  (await listInboundMessages(owner, { first: 10, conditions: {} })).nodes;

export async function suppressedOf(owner: Context): Promise<string[]> {
  const { nodes } = await listSuppressions(owner, { first: 10, conditions: {} });
  return nodes.map(({ mobile: number, source, reason }) => `${number} ${source} ${reason}`);
}
