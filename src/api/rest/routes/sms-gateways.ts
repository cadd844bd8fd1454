import type { RouteDeclaration } from '../route.js';

export const SMS_GATEWAY_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/sms/gateways/',
    document: `query listGateways { gateways { ...Gateway } }
    fragment Gateway on GatewayState { name kind state since code nextTryAt waiting sentPerSecond }`,
    tag: 'Gateways',
    summary: 'List the gateways',
    description:
      'Lists the gateways that the routes of the organisation name, the sandbox, and gateways that are not configured, but for ' +
      'which its messages wait, with what is known of each; always complete and on one page.',
    example: {
      reply: {
        count: 1,
        results: [{ name: 'sandbox', kind: 'sandbox', state: 'up', waiting: 0, sent_per_second: 36.5 }],
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/sms/holds/',
    document: `query listHolds { holds { ...Hold } }
    fragment Hold on Hold { gateway reason since messages nextProbeAt campaigns { campaign_id: id name } }`,
    tag: 'Gateways',
    summary: 'List what waits for credit',
    description: 'Lists the gateways for which messages wait for credit; always complete and on one page.',
    example: { reply: { count: 1, results: [{ gateway: 'operator', reason: 'insufficient_credit', messages: 1500 }] } },
  },
  {
    method: 'POST',
    path: '/v1/sms/holds/resume/',
    document: `mutation resumeHeldMessages($input: ResumeHeldMessagesInput!) {
      resumeHeldMessages(input: $input) { resumed }
    }`,
    bodyIsOptional: true,
    tag: 'Gateways',
    summary: 'Resume held messages',
    description:
      'Queues messages again that are held because a gateway account ran out of credit, without waiting for the next check.',
    example: { body: { gateway: 'operator' }, reply: { resumed: 1500 } },
  },
];
