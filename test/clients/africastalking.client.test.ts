import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AfricasTalkingPeer,
  API_KEY,
  startAfricasTalkingPeer,
  USERNAME,
} from '../gateways/africastalking/peer.js';
import { createAfricasTalking } from '../gateways/africastalking/under-test.js';
import { never, outgoing } from '../gateways/contract-suite.js';
import type { ReceivedRequest } from '../gateways/http/peer.js';

/** What we use of the library, which has no types. */
interface Sdk {
  readonly SMS: { send(parameters: Record<string, unknown>): Promise<unknown> };
}

const require = createRequire(import.meta.url);
const africasTalking = require('africastalking') as (account: Record<string, string>) => Sdk;
/** Where it keeps, for all clients together, whom to call. */
const addresses = require('africastalking/lib/common') as { SMS_URL: string };

const NUMBERS = ['254711000001', '254711000002'];

describe("Africa's Talking's own library", () => {
  let peer: AfricasTalkingPeer;
  let sdk: Sdk;

  beforeEach(async () => {
    peer = await startAfricasTalkingPeer();
    sdk = africasTalking({ username: USERNAME, apiKey: API_KEY });
    addresses.SMS_URL = `${peer.url}/version1/messaging`;
  });

  afterEach(() => peer.close());

  async function sendWithBoth(text: string, from: string | null): Promise<ReceivedRequest[]> {
    const to = NUMBERS.map((number) => `+${number}`);
    await sdk.SMS.send({ to, message: text, enqueue: true, ...(from === null ? {} : { from }) });
    const gateway = createAfricasTalking({ url: peer.url });
    await gateway.submit(
      NUMBERS.map((number) => ({ ...outgoing(number), text, senderId: from })),
      never(),
    );
    return [...peer.requests];
  }

  it.each([
    ['Hello & 100% €5 ñ 👍\nMåñana+', 'ACME'],
    ['Hello', null],
  ])('asks for the same as we do: "%s" from %p', async (text, from) => {
    const [theirs, ours, ...more] = await sendWithBoth(text, from);
    expect(more).toEqual([]);
    expect(wireOf(ours)).toEqual(wireOf(theirs));
    expect(peer.sends[1]).toEqual(peer.sends[0]);
  });

  it('understands what our peer answers', async () => {
    peer.statusCodes.set(`+${NUMBERS[1]}`, 403);
    const answer = await sdk.SMS.send({ to: NUMBERS.map((number) => `+${number}`), message: 'Hello' });
    expect(answer).toMatchObject({
      SMSMessageData: {
        Recipients: [
          { statusCode: 101, number: `+${NUMBERS[0]}` },
          { statusCode: 403, number: `+${NUMBERS[1]}`, messageId: 'None' },
        ],
      },
    });
  });

  it('is refused by our peer with a wrong key, as we are', async () => {
    const stranger = africasTalking({ username: USERNAME, apiKey: 'guessed' });
    await expect(stranger.SMS.send({ to: `+${NUMBERS[0]}`, message: 'Hello' })).rejects.toThrow('401');
    const gateway = createAfricasTalking({ url: peer.url, api_key: 'guessed' });
    expect(await gateway.submit([outgoing(NUMBERS[0] ?? '')], never())).toMatchObject([
      { outcome: { kind: 'rejected', code: 501, wholeCall: true }, rawCode: 'HTTP 401' },
    ]);
  });
});

/** All that a server can tell requests apart by, in one form. */
function wireOf(request: ReceivedRequest | undefined): unknown {
  const { method, path, headers, body } = request ?? { method: '', path: '', headers: {}, body: '' };
  return {
    method,
    path,
    apikey: headers.apikey,
    accept: headers.accept,
    contentType: headers['content-type'],
    body: Object.fromEntries(new URLSearchParams(body)),
  };
}
