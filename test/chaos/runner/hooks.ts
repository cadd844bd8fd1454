import { Webhook } from 'standardwebhooks';
import { type Client, insist } from '../../support/fleet/client.js';
import { createRandom } from '../../support/gateways/journal-gateway-behaviour.js';
import { type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import type { Stage } from './stage.js';

/** A customer's endpoint, and what it has answered with 200, by the id of the event. */
export interface Hook {
  readonly client: Client;
  readonly endpointId: string;
  readonly taken: ReadonlyMap<string, unknown>;
  /** Calls that were not signed with the endpoint's secret, or told of one event in two ways. */
  readonly wrong: string[];
  readonly receiver: Receiver;
}

const FAILS = 0.02;
const BREAKS = 0.03;
const TAKES_AND_BREAKS = 0.05;

export async function setUpHooks({ customers, apis }: Stage, seed: number): Promise<Hook[]> {
  return Promise.all(
    customers.hooked.map(async (client, index) => {
      const receiver = await startReceiver();
      const url = `${apis[0]?.url}/v1/webhooks/`;
      const answer = await insist(
        () => client.post(url, { url: receiver.url }),
        ({ status }) => status !== 201,
      );
      const hook = { client, endpointId: answer.body.id, taken: new Map<string, string>(), wrong: [], receiver };
      receiver.react = moody(hook, new Webhook(answer.body.secret), createRandom(seed + index));
      return hook;
    }),
  );
}

/** Takes nearly everything; may fail before it takes an event, or after. */
function moody(
  { taken, wrong }: { taken: Map<string, string>; wrong: string[] },
  verifier: Webhook,
  random: () => number,
): Receiver['react'] {
  return ({ id, rawBody, headers }, response, request) => {
    const mood = random();
    if (mood < FAILS) return void response.writeHead(500).end('Not today');
    if (mood < BREAKS) return void request.socket.destroy();
    if ((taken.get(id) ?? rawBody) !== rawBody) wrong.push(`${id} changed`);
    if (!isSigned(verifier, rawBody, headers)) wrong.push(`${id} is not signed`);
    taken.set(id, rawBody);
    if (mood < TAKES_AND_BREAKS) request.socket.destroy();
    else response.end('Taken');
  };
}

function isSigned(verifier: Webhook, rawBody: string, headers: Readonly<Record<string, string>>): boolean {
  try {
    verifier.verify(rawBody, headers);
    return true;
  } catch {
    return false;
  }
}
