import type {
  ChatEngine,
  EngineAnswer,
  EngineGroup,
  EngineSession,
  OutgoingChatMessage,
  SendOutcome,
  SessionFacts,
} from '../../../src/domain/chat/engine.js';

export interface EngineScript {
  readonly name?: string;
  readonly fetchesMedia?: boolean;
  /** What becomes of a message; left out: it is accepted under the proposed id. */
  readonly react?: (message: OutgoingChatMessage) => SendOutcome | Promise<SendOutcome>;
  /** What the engine says of a session whatever is done to it; left out: connected. */
  readonly facts?: (session: EngineSession) => EngineAnswer<SessionFacts> | null;
  readonly groups?: () => EngineAnswer<readonly EngineGroup[]>;
}

export interface ProgrammableEngine extends ChatEngine {
  /** Everything that was handed over, in order. */
  readonly sent: readonly { readonly session: EngineSession; readonly message: OutgoingChatMessage }[];
  /** Every other question, as `method sessionId`. */
  readonly asked: readonly string[];
}

const CONNECTED: EngineAnswer<SessionFacts> = {
  kind: 'done',
  value: { state: 'connected', phoneNumber: '254711000999' },
};

/** A chat engine in memory that does what the test says. */
export function createProgrammableEngine(script: EngineScript = {}): ProgrammableEngine {
  const sent: ProgrammableEngine['sent'][number][] = [];
  const asked: string[] = [];
  const { react = ({ proposedId }) => ({ kind: 'accepted', messageId: proposedId }) } = script;
  const factsOf = (session: EngineSession) => (script.facts ? script.facts(session) : CONNECTED);

  const control = (method: string, otherwise: SessionFacts) => async (session: EngineSession) => {
    asked.push(`${method} ${session.id}`);
    const facts = factsOf(session);
    return facts && (facts.kind !== 'done' || script.facts) ? facts : ({ kind: 'done', value: otherwise } as const);
  };

  return {
    name: script.name ?? 'engine',
    fetchesMedia: script.fetchesMedia ?? false,
    sent,
    asked,
    startSession: control('start', { state: 'connected', phoneNumber: '254711000999' }),
    restartSession: control('restart', { state: 'connected', phoneNumber: '254711000999' }),
    stopSession: control('stop', { state: 'stopped' }),
    logOutSession: control('log out', { state: 'stopped' }),
    async deleteSession(session) {
      asked.push(`delete ${session.id}`);
      const facts = factsOf(session);
      return facts && facts.kind !== 'done' ? facts : { kind: 'done', value: null };
    },
    async readSessions(sessions) {
      asked.push('probe');
      const all = sessions.map(factsOf);
      const failure = all.find((answer) => answer !== null && answer.kind !== 'done');
      if (failure) return failure as Exclude<typeof failure, { kind: 'done' }>;
      return { kind: 'done', value: all.map((answer) => (answer?.kind === 'done' ? answer.value : null)) };
    },
    async readQr({ id }) {
      asked.push(`qr ${id}`);
      return { kind: 'done', value: { raw: `scan ${id}`, expiresAt: new Date(Date.now() + 60_000), attempts: 6 } };
    },
    async requestPairingCode({ id }) {
      asked.push(`pairing ${id}`);
      return { kind: 'done', value: 'ABCD-1234' };
    },
    async listGroups({ id }) {
      asked.push(`groups ${id}`);
      return script.groups?.() ?? { kind: 'done', value: [] };
    },
    async send(session, message) {
      sent.push({ session, message });
      return react(message);
    },
  };
}
