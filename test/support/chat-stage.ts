import type { AckReport, EngineReport, SessionReport } from '../../src/domain/chat/engine.js';
import { createSession } from '../../src/operations/chat/create-session.js';
import { receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import { type SendChatMessageInput, sendChatMessage } from '../../src/operations/chat/send.js';
import { findSession } from '../../src/operations/chat/sessions.js';
import type { Context } from '../../src/operations/context.js';
import {
  createProgrammableEngine,
  type EngineScript,
  type ProgrammableEngine,
} from './gateways/programmable-engine.js';
import {
  drain,
  drainAfter,
  newOrganisation,
  type ServicesOptions,
  type TestServices,
  withGateways,
} from './services.js';

/** An organisation with one connected phone at an engine of its own, and what can happen to it. */
export interface ChatStage {
  readonly context: Context;
  readonly services: TestServices;
  readonly engine: ProgrammableEngine;
  readonly sessionId: string;
  send(input?: Partial<SendChatMessageInput>): ReturnType<typeof sendChatMessage>;
  sendToGroup(input?: Partial<SendChatMessageInput>): ReturnType<typeof sendChatMessage>;
  /** What the engine was last asked to send, by the id it was asked to use. */
  lastProposedId(): string;
  /** The engine's ack of what it was last asked to send. */
  ackOf(ack: AckReport['ack'], more?: Partial<AckReport>): AckReport;
  /** What the engine says is stored, and no worker folds it yet. */
  receive(...reports: EngineReport[]): Promise<void>;
  /** What the engine says is stored and folded. */
  reports(...reports: EngineReport[]): Promise<void>;
  acks(...acks: (Partial<AckReport> & Pick<AckReport, 'ack'>)[]): Promise<void>;
  /** The engine says, at a time of its own, which state the session is in. */
  reportsState(state: SessionReport['state'], atMs: number, more?: Partial<SessionReport>): Promise<void>;
  sessionState(): Promise<string>;
  later(seconds: number): Promise<void>;
}

export const PERSON = '254711000001';
export const GROUP = '120363000000000001@g.us';

let stages = 0;

export async function setTheChatStage(
  process: TestServices,
  script: EngineScript = {},
  policy: ServicesOptions['policy'] = {},
): Promise<ChatStage> {
  const engine = createProgrammableEngine({ name: `engine-${++stages}`, ...script });
  const services = withGateways(process, { gateways: [], engines: [engine], policy });
  const context = await newOrganisation(services);
  const { result } = await createSession(context, { name: 'A phone', engine: engine.name });
  const sessionId = result.id;
  const lastProposedId = () => engine.sent.at(-1)?.message.proposedId ?? '';
  const ackOf: ChatStage['ackOf'] = (ack, more) => ({
    kind: 'ack',
    sessionId,
    messageId: lastProposedId(),
    ack,
    ...more,
  });
  const receive = (...reports: EngineReport[]) => receiveEngineReports(services, engine.name, reports);
  const reports = async (...all: EngineReport[]) => {
    await receive(...all);
    await drain(services);
  };
  return {
    context,
    services,
    engine,
    sessionId,
    send: (input = {}) =>
      sendChatMessage(context, { sessionId, to: PERSON, type: 'text', message: 'Hello', ...input }, 'person'),
    sendToGroup: (input = {}) =>
      sendChatMessage(context, { sessionId, to: GROUP, type: 'text', message: 'Hello', ...input }, 'group'),
    lastProposedId,
    ackOf,
    receive,
    reports,
    acks: (...acks) => reports(...acks.map(({ ack, ...more }) => ackOf(ack, more))),
    reportsState: (state, atMs, more) => reports({ kind: 'session', sessionId, state, atMs, ...more }),
    sessionState: async () => (await findSession(context, sessionId)).state,
    later: (seconds) => drainAfter(services, seconds),
  };
}
