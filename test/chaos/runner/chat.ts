import { type Answer, insist } from '../../support/fleet/client.js';
import { connectPhone } from '../../support/fleet/waha-fleet.js';
import { mobile } from '../../support/services.js';
import { type Desk, someApi } from './calls.js';
import type { Evidence, Verdict } from './judge.js';
import type { Stage } from './stage.js';

const INSIST_MS = 300_000;

/** The phone of the chat customer; there before the first chat message. */
export async function connectChat({ apis, customers, engine }: Stage): Promise<void> {
  await connectPhone(apis[0]?.url ?? '', customers.chat, engine);
}

/** One chat message, with a key, until there is an answer. */
export async function sendChat(desk: Desk): Promise<void> {
  const { stage, ledger } = desk;
  const [phone] = stage.engine.sessions.keys();
  const text = `chat ${ledger.chats.length} ${desk.random()}`;
  const body = { to: mobile(1), type: 'text', message: text };
  const post = () =>
    stage.customers.chat.post(`${someApi(desk)}/v1/chatapp/${phone}/send/`, body, { 'idempotency-key': text });
  const answer = await insist(post, isRefusedForNow, INSIST_MS);
  if (!isAnswer(answer)) ledger.odd.push(`${answer.status} ${answer.text}`);
  ledger.chats.push({ text, isSent: answer.status === 201 });
}

const isRefusedForNow = ({ status }: Answer) => status === 429 || status === 503;
/** 409: the call before is under way, or its process has died in it. 502: nobody can know. */
const isAnswer = ({ status }: Answer) => [201, 409, 502].includes(status);

/** R3 for chat messages: the journal of the engine decides. */
export function judgeChat({ ledger, stage }: Evidence): Verdict[] {
  const taken = stage.engine.sent.map(({ body }) => String(body.text));
  const known = new Set(taken);
  const sent = ledger.chats.filter(({ isSent }) => isSent);
  return [
    {
      promise: 'R3',
      what: 'chat messages that the engine was given twice',
      against: taken.filter((text, place) => taken.indexOf(text) < place),
    },
    {
      promise: 'R1',
      what: 'chat messages answered as sent that the engine was never given',
      against: sent.filter(({ text }) => !known.has(text)).map(({ text }) => text),
    },
    { promise: 'R3', what: 'requests that the engine would not have understood', against: stage.engine.violations },
  ];
}
