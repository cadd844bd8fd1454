/**
 * A gateway in a process of its own that the tests never kill, so its journal is the oracle for "sent twice": one line
 * for every message that it took over, whatever became of the answer. `node test/support/journal-gateway.ts [port]
 * [journal file]`; needs nothing but Node and shares no code with the program.
 */
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  type Behaviour,
  createRandom,
  firstTreatmentOf,
  INITIAL_BEHAVIOUR,
  rejected,
  type SubmittedMessage,
  type Treatment,
  treatmentOf,
  WITHOUT_CREDIT,
} from './journal-gateway-behaviour.ts';
import { createReporter, signature } from './journal-gateway-reports.ts';

const [port = '0', journalFile] = process.argv.slice(2);

const behaviour: Behaviour = { ...INITIAL_BEHAVIOUR };
const acceptances: (SubmittedMessage & { at: number })[] = [];
const answers = new Map<string, Answer>();
/** The references of the first messages, by number. */
const firstReferences = new Map<string, string>();
const reporter = createReporter(behaviour);
let random = createRandom(behaviour.seed);
let messagesSeen = 0;
/** Answers that were kept back for good, and those that were kept back for a while. */
const faults = { drops: 0, stalls: 0 };

function treat(message: SubmittedMessage): Treatment {
  messagesSeen += 1;
  if (behaviour.rejectEvery > 0 && messagesSeen % behaviour.rejectEvery === 0) return rejected(behaviour.rejectCode);
  const { to, reference } = message;
  if (!firstReferences.has(to)) firstReferences.set(to, reference);
  const isFirst = firstReferences.get(to) === reference;
  const treatment = (isFirst ? firstTreatmentOf(message) : undefined) ?? treatmentOf(message);
  return takesOver(treatment) && behaviour.credit !== null && behaviour.credit <= 0 ? WITHOUT_CREDIT : treatment;
}

function takesOver({ answer }: Treatment): boolean {
  return answer.result !== 'rejected' && answer.result !== 'no_credit';
}

/** Takes the message over, or not, and returns what the gateway would answer. */
function submit({ reference, to, attempt }: SubmittedMessage): Answer {
  const earlier = behaviour.idempotent ? answers.get(reference) : undefined;
  if (earlier) return earlier;
  const treatment = treat({ reference, to, attempt });
  if (!takesOver(treatment)) return treatment.answer;
  const acceptance = { reference, to, attempt, at: Date.now() };
  acceptances.push(acceptance);
  if (journalFile) appendFileSync(journalFile, `${JSON.stringify(acceptance)}\n`);
  answers.set(reference, treatment.answer);
  if (behaviour.credit !== null) behaviour.credit -= 1;
  for (const report of behaviour.dropReports ? [] : treatment.reports) {
    reporter.add({ reference, provider_id: providerId(reference), ...report });
  }
  return treatment.answer;
}

const providerId = (reference: string): string => `journal-${reference.slice(-23)}`;

async function answerMessages(body: string, response: ServerResponse): Promise<void> {
  // Drawn at once and in this order, so that a seed replays whatever the rates are.
  const [dropBefore, dropAfter, stall, garbage] = [random(), random(), random(), random()] as const;
  if (dropBefore < behaviour.dropBeforeAcceptRate) return void response.destroy();
  const { messages } = JSON.parse(body) as { messages: SubmittedMessage[] };
  const results = messages.map((message) => ({
    reference: message.reference,
    provider_id: providerId(message.reference),
    ...submit(message),
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

function control(body: string, response: ServerResponse): void {
  const changes = JSON.parse(body) as Partial<Behaviour>;
  const unknown = Object.keys(changes).filter((key) => !(key in behaviour));
  if (unknown.length > 0) {
    answerJson(response, { unknown }, 400);
    return;
  }
  Object.assign(behaviour, changes);
  if (changes.seed !== undefined) random = createRandom(changes.seed);
  answerJson(response, behaviour);
}

function isAuthentic({ headers }: IncomingMessage, body: string): boolean {
  if (behaviour.secret === null) return true;
  const expected = signature(behaviour.secret, String(headers['x-postrider-timestamp']), body);
  return headers['x-postrider-signature'] === expected;
}

function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const route = `${request.method} ${request.url}`;
  if (route === 'POST /control') return control(body, response);
  if (route === 'GET /journal') return answerJson(response, { acceptances, reports: reporter.counts(), faults });
  if (!isAuthentic(request, body)) return answerJson(response, {}, 401);
  if (route === 'POST /messages') return answerMessages(body, response);
  if (route === 'POST /lookup') return answerLookup(body, response);
  if (route === 'GET /balance' && behaviour.credit !== null) return answerJson(response, { balance: behaviour.credit });
  answerJson(response, {}, 404);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
// A connection that ends while a worker is frozen would hide what the worker sends on it when it wakes up.
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`journal gateway ready on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

// Only when started by start-journal-gateway.ts: a test run that dies must not leave this process behind.
process.once('disconnect', () => process.exit());
