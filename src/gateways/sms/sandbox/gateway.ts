import type {
  GatewayInbox,
  GatewayReport,
  OutgoingSms,
  SmsGateway,
  SubmitResult,
} from '../../../domain/sms/gateway.js';
import type { InboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import { decodeReference } from '../../../domain/sms/reference.js';
import { SANDBOX_GATEWAY } from '../../../domain/sms/routing.js';
import { MIN_REPORT_DELAY_MS } from '../../sandboxes.js';
import { simulate } from './numbers.js';

/** The number to which people answer a message without a sender ID. */
const OWN_NUMBER = '20880';
/** The part of a reference that names message and attempt; the part before it names the organisation. */
const PROVIDER_ID_LENGTH = 23;

interface SandboxOptions {
  /** From submission to the delivery report of an ordinary number. */
  readonly delayMs: number;
  readonly name?: string;
}

/**
 * A gateway without a network: the recipient's number chooses what happens, see numbers.ts. It has no state. It hands
 * the reports and answers that follow to the inbox before `submit` resolves, so they arrive even after a crash.
 */
export function createSandbox({ delayMs, name = SANDBOX_GATEWAY }: SandboxOptions): SmsGateway {
  let inbox: GatewayInbox | null = null;

  return {
    name,
    capabilities: { idempotentReference: true, lookup: null, reportsCarryReference: true },

    async start(opened) {
      inbox = opened;
    },

    async stop() {
      inbox = null;
    },

    async balance() {
      return null;
    },

    async submit(messages, signal) {
      const keeper = inbox;
      if (signal.aborted || keeper === null) {
        return messages.map(({ reference }) => ({ reference, outcome: { kind: 'not_sent' } }));
      }
      const { results, reports } = simulateBatch(messages, delayMs);
      await Promise.all([...reports].map(([afterMs, due]) => keeper.acceptReports(name, due, afterMs)));
      const answers = messages.flatMap(answerTo);
      if (answers.length > 0) await keeper.acceptMessages(name, answers);
      return results;
    },
  };
}

interface SimulatedBatch {
  readonly results: SubmitResult[];
  /** By delay, so that an ordinary batch is stored with one call of the sink. */
  readonly reports: ReadonlyMap<number, GatewayReport[]>;
}

function simulateBatch(messages: readonly OutgoingSms[], delayMs: number): SimulatedBatch {
  const results: SubmitResult[] = [];
  const reports = new Map<number, GatewayReport[]>();
  for (const { reference, to, attempt } of messages) {
    const { outcome, reports: following, rawCode } = simulate(to, attempt);
    const providerId = reference.slice(-PROVIDER_ID_LENGTH);
    results.push({ reference, outcome, providerId, ...(rawCode !== undefined && { rawCode }) });
    for (const { outcome: reported, extraMs } of following) {
      const afterMs = Math.max(delayMs + extraMs, MIN_REPORT_DELAY_MS);
      const due = reports.get(afterMs) ?? [];
      if (due.length === 0) reports.set(afterMs, due);
      due.push({ reference, providerId, outcome: reported });
    }
  }
  return { results, reports };
}

/**
 * A sender that is a name gets no answer, nor does the answer to a keyword. An attempt that is submitted again has the
 * same answer, with its key.
 */
function answerTo({ reference, to, text, senderId, attempt, isAnswer }: OutgoingSms): InboundSms[] {
  const { answer } = simulate(to, attempt);
  const organisationId = decodeReference(reference)?.organisationId;
  if (!answer || isAnswer || organisationId === undefined || /[a-z]/i.test(senderId ?? '')) return [];
  const own = senderId ?? OWN_NUMBER;
  const said = answer === 'stop' ? 'STOP' : `You wrote: ${text}`;
  return [{ key: `answer to ${reference}`, from: to, to: own, text: said, organisationId }];
}
