/**
 * A gateway in a process of its own that the tests never kill, so its journal is the oracle for "sent twice": one line
 * for every message that it took over, whatever became of the answer. `node test/support/gateways/journal-gateway.ts
 * [port] [journal file]`; needs nothing but Node and shares no code with the program. Tests call another port than the
 * program, which they may close.
 */
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  type Behaviour,
  createRandom,
  firstTreatmentOf,
  INITIAL_BEHAVIOUR,
  laterTreatmentOf,
  rejected,
  type SubmittedMessage,
  type Treatment,
  treatmentOf,
  WITHOUT_CREDIT,
} from './journal-gateway-behaviour.ts';
import { createReporter, signature } from './journal-gateway-reports.ts';

const [port = '0', journalFile] = process.argv.slice(2);

const behaviour: Behaviour = { ...INITIAL_BEHAVIOUR };
const HOST = '127.0.0.1';
const acceptances: Acceptance[] = [];
/** The newest of each reference. */
const acceptanceOf = new Map<string, Acceptance>();
const answers = new Map<string, Answer>();
/** The references of the first messages, by number. */
const firstReferences = new Map<string, string>();
const reporter = createReporter(behaviour, noteDelivery);
let random = createRandom(behaviour.seed);
let messagesSeen = 0;
/**
 * Answers that were kept back for good, answers that were kept back for a while, calls that were refused, and slow
 * calls.
 */
const faults = { drops: 0, stalls: 0, refusals: 0, slow: 0 };

interface Acceptance extends SubmittedMessage {
  /** When the call had arrived. */
  at: number;
  /** Whether the gateway reports that the message was delivered. */
  isDelivered: boolean;
  /** When the program first took that report. */
  deliveryTakenAt: number | null;
}

function noteDelivery(references: readonly string[]): void {
  for (const reference of references) {
    const acceptance = acceptanceOf.get(reference);
    if (acceptance) acceptance.deliveryTakenAt ??= Date.now();
  }
}

function treat(message: SubmittedMessage): Treatment {
  messagesSeen += 1;
  if (behaviour.rejectEvery > 0 && messagesSeen % behaviour.rejectEvery === 0) return rejected(behaviour.rejectCode);
  const { to, reference } = message;
  if (!firstReferences.has(to)) firstReferences.set(to, reference);
  const isFirst = firstReferences.get(to) === reference;
  const treatment = (isFirst ? firstTreatmentOf(message) : laterTreatmentOf(message)) ?? treatmentOf(message);
  return takesOver(treatment) && behaviour.credit !== null && behaviour.credit <= 0 ? WITHOUT_CREDIT : treatment;
}

function takesOver({ answer }: Treatment): boolean {
  return answer.result !== 'rejected' && answer.result !== 'no_credit';
}

/** Takes the message over, or not, and returns what the gateway would answer. */
function submit(gateway: string, { reference, to, attempt }: SubmittedMessage): Answer {
  const earlier = behaviour.idempotent ? answers.get(reference) : undefined;
  if (earlier) return earlier;
  const treatment = treat({ reference, to, attempt });
  if (!takesOver(treatment)) return treatment.answer;
  const entry = { reference, to, attempt, at: Date.now() };
  const isDelivered = treatment.reports.some(({ status }) => status === 'delivered');
  const acceptance = { ...entry, isDelivered, deliveryTakenAt: null };
  acceptances.push(acceptance);
  acceptanceOf.set(reference, acceptance);
  if (journalFile) appendFileSync(journalFile, `${JSON.stringify(entry)}\n`);
  answers.set(reference, treatment.answer);
  if (behaviour.credit !== null) behaviour.credit -= 1;
  for (const report of behaviour.dropReports ? [] : treatment.reports) {
    reporter.add({ gateway, reference, provider_id: providerId(reference), ...report });
  }
  return treatment.answer;
}

const providerId = (reference: string): string => `journal-${reference.slice(-23)}`;

async function answerMessages(gateway: string, body: string, response: ServerResponse): Promise<void> {
  // Drawn at once and in this order, so that a seed replays whatever the rates are.
  const [dropBefore, dropAfter, stall, garbage] = [random(), random(), random(), random()] as const;
  const isSlow = behaviour.slowRate > 0 && random() < behaviour.slowRate;
  if (isSlow) {
    faults.slow += 1;
    await sleep(behaviour.slowMs);
  }
  if (dropBefore < behaviour.dropBeforeAcceptRate) return void response.destroy();
  const { messages } = JSON.parse(body) as { messages: SubmittedMessage[] };
  const results = messages.map((message) => ({
    reference: message.reference,
    provider_id: providerId(message.reference),
    ...submit(gateway, message),
  }));
  if (dropAfter < behaviour.acceptThenDropRate) {
    faults.drops += 1;
    return void response.destroy();
  }
  if (stall < behaviour.stallRate) {
    faults.stalls += 1;
    await sleep(behaviour.stallMs);
  }
  if (garbage < behaviour.garbageRate) return void response.end('<html>all is well</html>');
  answerJson(response, { results });
}

function answerLookup(body: string, response: ServerResponse): void {
  const { references } = JSON.parse(body) as { references: string[] };
  const results = references.map((reference) => {
    const answer = answers.get(reference);
    return answer ? { reference, provider_id: providerId(reference), ...answer } : { reference, result: null };
  });
  answerJson(response, { results });
}

async function control(body: string, response: ServerResponse): Promise<void> {
  const changes = JSON.parse(body) as Partial<Behaviour>;
  const unknown = Object.keys(changes).filter((key) => !(key in behaviour));
  if (unknown.length > 0) {
    answerJson(response, { unknown }, 400);
    return;
  }
  Object.assign(behaviour, changes);
  if (changes.connections !== undefined) await openOrClose();
  if (changes.seed !== undefined) random = createRandom(changes.seed);
  answerJson(response, behaviour);
}

let opening: Promise<unknown> | null = null;

async function openOrClose(): Promise<void> {
  if (behaviour.connections === 'refused') gateway.close();
  else if (!gateway.listening) {
    opening ??= listen(gateway, ownPort).finally(() => (opening = null));
    await opening;
  }
  if (behaviour.connections !== 'taken') gateway.closeAllConnections();
}

function isAuthentic({ headers }: IncomingMessage, body: string): boolean {
  if (behaviour.secret === null) return true;
  const expected = signature(behaviour.secret, String(headers['x-postrider-timestamp']), body);
  return headers['x-postrider-signature'] === expected;
}

function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The program may know this process as several gateways, each with a path of its own. */
const PATH = /^(?:\/([^/]+))?(\/\w+)$/;

async function answerProgram(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  if (!isAuthentic(request, body)) return answerJson(response, {}, 401);
  if (random() < behaviour.refuseRate) return refuse(response);
  const [, name = '', path] = PATH.exec(request.url ?? '') ?? [];
  const route = `${request.method} ${path}`;
  if (route === 'POST /messages') return answerMessages(name, body, response);
  if (route === 'POST /lookup') return answerLookup(body, response);
  if (route === 'GET /balance' && behaviour.credit !== null) return answerJson(response, { balance: behaviour.credit });
  answerJson(response, {}, 404);
}

function refuse(response: ServerResponse): void {
  faults.refusals += 1;
  const { refuseStatus, retryAfterSeconds } = behaviour;
  if (retryAfterSeconds !== null) response.setHeader('retry-after', retryAfterSeconds);
  answerJson(response, {}, refuseStatus);
}

async function answerTests(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const route = `${request.method} ${request.url}`;
  if (route === 'POST /control') return control(body, response);
  if (route === 'GET /journal') return answerJson(response, { acceptances, reports: reporter.counts(), faults });
  answerJson(response, {}, 404);
}

function serve(handle: typeof answerProgram): Server {
  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // Of a call that `connections` has broken there is nothing to tell.
      if (!request.socket.destroyed) process.stderr.write(`${String(error)}\n`);
      response.destroy();
    });
  });
}

async function listen(server: Server, at: number): Promise<number> {
  await once(server.listen(at, HOST), 'listening');
  return (server.address() as AddressInfo).port;
}

const gateway = serve(answerProgram);
// A connection that ends while a worker is frozen would hide what the worker sends on it when it wakes up.
gateway.keepAliveTimeout = 60_000;
gateway.on('connection', (socket) => {
  if (behaviour.connections === 'reset') socket.resetAndDestroy();
});
const ownPort = await listen(gateway, Number(port));
const controls = await listen(serve(answerTests), 0);
process.stdout.write(`journal gateway ready on http://${HOST}:${ownPort}, for tests on http://${HOST}:${controls}\n`);

// Only when started by start-journal-gateway.ts: a test run that dies must not leave this process behind.
process.once('disconnect', () => process.exit());
