import type {
  ChatEngine,
  EngineAnswer,
  EngineReport,
  EngineReportSink,
  EngineSession,
  OutgoingChatMessage,
  ParsedEngineCallback,
  SendOutcome,
} from '../../../domain/chat/engine.js';
import { DEMO_PHONES } from '../../../domain/chat/sandbox-numbers.js';
import { MIN_REPORT_DELAY_MS } from '../../sandboxes.js';
import { type ChatSimulation, simulateGroup, simulatePerson } from './numbers.js';
import { issueScanToken, readScanToken } from './scan-token.js';
import { canSend, factsOf, factsWhenStarted, groupsOf, pairingCodeOf, phoneNumberOf } from './simulated-phones.js';

interface ChatSandboxOptions {
  readonly name: string;
  /** Between the acks of a message: sent, delivered, read. */
  readonly delayMs: number;
  /** Of this server: the QR code contains a callback URL. */
  readonly publicUrl: string;
  readonly secretKey: string;
}

const SCAN_PATH = 'scan/';

const SCANNED_PAGE = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Phone connected</title>
<p>The sandbox has connected a made-up phone to your session. You can close this page.</p>
`;

/**
 * A chat engine without a network: the recipient chooses what happens, see numbers.ts. It has no state: it takes the
 * session from its caller, and hands acks and replies to the sink, which stores them, before `send` resolves.
 */
export function createChatSandbox({ name, delayMs, publicUrl, secretKey }: ChatSandboxOptions): ChatEngine {
  let sink: EngineReportSink | null = null;
  const stepMs = Math.max(delayMs, MIN_REPORT_DELAY_MS);
  const startSession: ChatEngine['startSession'] = async ({ phoneNumber }) => done(factsWhenStarted(phoneNumber));
  const stopSession: ChatEngine['stopSession'] = async () => done({ state: 'stopped' });

  return {
    name,
    fetchesMedia: false,

    async start(reports) {
      sink = reports;
    },

    async stop() {
      sink = null;
    },

    startSession,
    restartSession: startSession,
    stopSession,
    // Only Postrider stores the phone number, and it forgets the number now.
    logOutSession: stopSession,
    deleteSession: async () => done(null),
    readSessions: async (sessions) => done(sessions.map(factsOf)),

    async readQr({ id, state }) {
      if (state !== 'scan_qr') return { kind: 'not_connected' };
      const { token, expiresAt } = issueScanToken(secretKey, name, id);
      return done({ raw: `${publicUrl}/callbacks/${name}/${SCAN_PATH}${token}`, expiresAt, attempts: null });
    },

    async requestPairingCode({ id, state }, phoneNumber) {
      if (state !== 'scan_qr') return { kind: 'not_connected' };
      if (sink === null) return { kind: 'unavailable' };
      // Dated when the code is "typed": until then `readSessions` confirms that the session waits for a phone.
      const typed = sessionReport(id, phoneNumber, Date.now() + stepMs);
      await sink.accept(name, [typed], stepMs);
      return done(pairingCodeOf(id, phoneNumber));
    },

    async listGroups(session) {
      return canSend(session) ? done(groupsOf(session.id)) : { kind: 'not_connected' };
    },

    async send(session, message) {
      const keeper = sink;
      if (keeper === null) return { kind: 'not_sent' };
      if (!canSend(session)) return { kind: 'not_connected' };
      const simulation = simulate(session, message);
      const reports = reportsByDelay(session, message, simulation, stepMs);
      await Promise.all([...reports].map(([afterMs, due]) => keeper.accept(name, due, afterMs)));
      return outcomeOf(simulation, message);
    },

    /** Opening the URL of a QR code stands for scanning it with a phone. A second time changes nothing. */
    parseCallback({ method, path }): ParsedEngineCallback | null {
      if (method !== 'GET' || !path.startsWith(SCAN_PATH)) return null;
      const sessionId = readScanToken(secretKey, name, path.slice(SCAN_PATH.length));
      if (sessionId === null) return null;
      return {
        reports: [sessionReport(sessionId, phoneNumberOf(sessionId), Date.now())],
        answer: { status: 200, body: SCANNED_PAGE, contentType: 'text/html; charset=utf-8' },
      };
    },
  };
}

function done<T>(value: T): EngineAnswer<T> {
  return { kind: 'done', value };
}

function sessionReport(sessionId: string, phoneNumber: string, atMs: number): EngineReport {
  // If the session was stopped meanwhile, it stays stopped.
  return { kind: 'session', sessionId, atMs, onlyFrom: 'scan_qr', ...factsWhenStarted(phoneNumber) };
}

function simulate({ phoneNumber }: EngineSession, { to, isGroup }: OutgoingChatMessage): ChatSimulation {
  if (phoneNumber === DEMO_PHONES.rejecting) return { outcome: 'rejected', acks: [] };
  return isGroup ? simulateGroup(to) : simulatePerson(to);
}

function outcomeOf({ outcome }: ChatSimulation, { proposedId }: OutgoingChatMessage): SendOutcome {
  if (outcome === 'accepted') return { kind: 'accepted', messageId: proposedId };
  if (outcome === 'rejected') return { kind: 'rejected', reason: 'The sandbox was asked to reject this message.' };
  return { kind: outcome };
}

/** By delay: the sink stores the reports of each delay with one call. */
function reportsByDelay(
  { id: sessionId }: EngineSession,
  message: OutgoingChatMessage,
  { acks, answersAfterSteps }: ChatSimulation,
  stepMs: number,
): Map<number, EngineReport[]> {
  const { proposedId: messageId, to } = message;
  const byDelay = new Map<number, EngineReport[]>();
  for (const { afterSteps, ...ack } of acks) {
    const afterMs = afterSteps * stepMs;
    byDelay.set(afterMs, [...(byDelay.get(afterMs) ?? []), { kind: 'ack', sessionId, messageId, to, ...ack }]);
  }
  if (answersAfterSteps !== undefined) byDelay.set(answersAfterSteps * stepMs, [replyTo(sessionId, message)]);
  return byDelay;
}

function replyTo(sessionId: string, { proposedId, to, text }: OutgoingChatMessage): EngineReport {
  return {
    kind: 'message',
    sessionId,
    messageId: `${proposedId}-REPLY`,
    party: to,
    text: text === null ? 'Thank you for the file.' : `You wrote: ${text}`,
    media: null,
    replyTo: proposedId,
  };
}
