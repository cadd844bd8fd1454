import { describe, expect, it } from '@jest/globals';
import { compileRoutes } from '../../../src/domain/sms/routing.js';
import type { Context } from '../../../src/operations/context.js';
import { listConversations } from '../../../src/operations/conversations/conversations.js';
import { replyToConversation } from '../../../src/operations/conversations/reply.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import {
  createProgrammableGateway,
  NOT_SENT,
  type ProgrammableGateway,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { drain, mobile, newOrganisation, onBehalfOf, type TestServices, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { NUMBER } from './inbound-stage.js';

/** Enough for the circuit breaker of a gateway to open. */
const PEOPLE = [1, 2, 3].map((place) => mobile(place));
let places = 0;

describe.each<['Answers to keywords' | 'Replies']>([['Answers to keywords'], ['Replies']])('%s', (kind) => {
  const process = useServices();

  /** The route goes on with a gateway that does not carry the number, and then perhaps with one that does. */
  async function started(...carrying: readonly ('first' | 'last' | 'beside')[]) {
    const names = ['first', 'bulk', 'last', 'beside'] as const;
    const all = names.map((name) => createProgrammableGateway({ name: `moved-${++places}-${name}` }));
    const [first, bulk, last, beside] = all as [
      ProgrammableGateway,
      ProgrammableGateway,
      ProgrammableGateway,
      ProgrammableGateway,
    ];
    const { organisationId } = (await newOrganisation(process)).caller;
    const gateways = [first.name, ...carrying.map((name) => ({ first, last, beside })[name].name)];
    const numbers = [{ number: NUMBER, keyword: null, gateways, organisationId }];
    const routes = [{ organisationId: null, gateways: [first.name, bulk.name, last.name] as const }];
    const services = withGateways(process, { gateways: all, numbers, routes });
    return { services, organisationId, first, bulk, last, beside };
  }

  /** People write through the gateway, and get answers or replies. */
  async function answerPeople(services: TestServices, organisationId: string, gateway: ProgrammableGateway) {
    const text = kind === 'Replies' ? 'Hello' : 'HELP';
    const said = PEOPLE.map((from) => ({ key: from, from, to: NUMBER, text }));
    await receiveInbound(services, gateway.name, said);
    const context = onBehalfOf(services, organisationId);
    if (kind === 'Replies') {
      await drain(services);
      const { nodes } = await listConversations(context, { first: 10, conditions: {} });
      for (const { id: conversationId } of nodes) {
        await replyToConversation(context, { conversationId, message: 'Good morning' });
      }
    }
    return context;
  }

  async function passMinutes(services: TestServices, minutes: number) {
    for (let minute = 0; minute < minutes; minute += 1) {
      await drain(services);
      await services.travel(61);
    }
  }

  const statusesOf = async ({ caller }: Context) => {
    const rows = await process.sql('SELECT status FROM sms_messages WHERE organisation_id = $1 AND sender_id = $2', [
      caller.organisationId,
      NUMBER,
    ]);
    return rows.map(({ status }) => status);
  };

  describe.each([
    ['is down', () => NOT_SENT],
    ['refuses them', () => reject(407)],
  ])('while their gateway %s,', (_, react) => {
    it('go through no gateway that does not carry the number, and other messages do', async () => {
      const { services, organisationId, first, bulk, last } = await started();
      first.react = react;
      const context = await answerPeople(services, organisationId, first);
      await sendSms(context, { to: mobile(7), message: 'Hello' });
      await passMinutes(services, 5);
      await drain(services);
      expect(bulk.takenNumbers()).toEqual([mobile(7)]);
      expect(last.journal).toEqual([]);
      const statuses = await statusesOf(context);
      expect(statuses).toHaveLength(3);
      expect(statuses).not.toContain('sent');
      if (kind === 'Answers to keywords') expect(statuses).not.toContain('queued');
    });

    it.each(['last', 'beside'] as const)('go through another gateway that carries it: %s', async (name) => {
      const stage = await started(name);
      const { services, organisationId, first, bulk } = stage;
      first.react = react;
      const context = await answerPeople(services, organisationId, first);
      await passMinutes(services, 4);
      expect(await statusesOf(context)).toEqual(['sent', 'sent', 'sent']);
      expect(stage[name].takenNumbers().toSorted()).toEqual(PEOPLE);
      expect(bulk.journal).toEqual([]);
    });

    it('go through the other carrier if people wrote through the later one, and the route names neither', async () => {
      const { services: usual, organisationId, first, bulk, beside } = await started('beside');
      const routing = compileRoutes([{ organisationId: null, gateways: [bulk.name] }]);
      const services = { ...usual, routing };
      beside.react = react;
      const context = await answerPeople(services, organisationId, beside);
      await passMinutes(services, 4);
      expect(await statusesOf(context)).toEqual(['sent', 'sent', 'sent']);
      expect(first.takenNumbers().toSorted()).toEqual(PEOPLE);
      expect(bulk.journal).toEqual([]);
    });
  });
});
