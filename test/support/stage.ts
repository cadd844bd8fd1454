import type { ReportOutcome } from '../../src/domain/sms/gateway.js';
import { encodeReference } from '../../src/domain/sms/reference.js';
import type { Context } from '../../src/operations/context.js';
import { receiveReports } from '../../src/operations/sms/reports/receive-reports.js';
import type { SendBulkSmsInput } from '../../src/operations/sms/send/plan-bulk-sms.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import {
  accept,
  createProgrammableGateway,
  type GatewayScript,
  type ProgrammableGateway,
  type Reaction,
} from './gateways/programmable-gateway.js';
import { type SeenMessage, seeMessage } from './see.js';
import { drain, mobile, newOrganisation, type ServicesOptions, type TestServices, withGateways } from './services.js';

/** One campaign of one recipient at a gateway of its own, and what can happen to it. */
export interface Stage {
  readonly context: Context;
  readonly services: TestServices;
  readonly gateway: ProgrammableGateway;
  readonly campaignId: string;
  /** What a worker is asked to do for it. */
  readonly turn: { readonly gateway: string; readonly organisationId: string };
  see(): Promise<SeenMessage>;
  messageId(): Promise<string>;
  work(): Promise<void>;
  later(seconds: number): Promise<void>;
  report(outcome: ReportOutcome, attempt?: number): Promise<void>;
}

export interface StageOptions {
  readonly input?: Partial<SendBulkSmsInput> & { readonly to?: string };
  /** What the gateway does, attempt by attempt; the last goes on. */
  readonly reactions?: readonly Reaction[];
  readonly capabilities?: GatewayScript['capabilities'];
  readonly pace?: GatewayScript['pace'];
  readonly policy?: ServicesOptions['policy'];
}

let stages = 0;

export async function setTheStage(process: TestServices, options: StageOptions = {}): Promise<Stage> {
  const {
    input = {},
    reactions = [accept()],
    capabilities = { reportsCarryReference: true },
    pace = {},
    policy = {},
  } = options;
  const gateway = createProgrammableGateway({
    // A name of its own, so that draining leaves the other stages alone.
    name: `stage-${++stages}`,
    capabilities,
    pace,
    react: ({ attempt }) => reactions[Math.min(attempt, reactions.length) - 1] ?? accept(),
  });
  const services = withGateways(process, { gateways: [gateway], policy });
  const context = await newOrganisation(services);
  const { to = mobile(1), ...rest } = input;
  const { result } = await sendBulkSms(context, { message: 'Hello', recipients: [{ to }], ...rest });
  const { organisationId } = context.caller;
  const see = () => seeMessage(services.superuser, { campaignId: result.id });
  const messageId = async () => (await see()).id;
  return {
    context,
    services,
    gateway,
    campaignId: result.id,
    turn: { gateway: gateway.name, organisationId },
    see,
    messageId,
    work: () => drain(services),
    async later(seconds) {
      await services.travel(seconds);
      await drain(services);
    },
    async report(outcome, attempt = 1) {
      const reference = encodeReference({ organisationId, messageId: await messageId(), attempt });
      await receiveReports(services, gateway.name, [gateway.reportOn({ reference }, outcome)]);
      await drain(services);
    },
  };
}
