import { z } from 'zod';
import type { ChatEngine } from '../../../domain/chat/engine.js';
import { answerOf } from './answers.js';
import type { CallWaha } from './client.js';

/** The first code lives for 60 seconds, every other for 20, and WAHA does not say which one it gives. */
const SHORTEST_LIFE_MS = 20_000;

/** Without a value there is no code yet. */
const qrWire = z.object({ value: z.string().nullish() });
const pairingCodeWire = z.object({ code: z.string().min(1) });

export function createPairing(call: CallWaha): Pick<ChatEngine, 'readQr' | 'requestPairingCode'> {
  return {
    async readQr({ id }) {
      const exchanged = await call('GET', `/api/${encodeURIComponent(id)}/auth/qr?format=raw`);
      const answer = answerOf(exchanged, (body) => qrWire.safeParse(body).data);
      if (answer.kind !== 'done') return answer;
      const { value: raw } = answer.value;
      if (!raw) return { kind: 'not_connected' };
      return { kind: 'done', value: { raw, expiresAt: new Date(Date.now() + SHORTEST_LIFE_MS) } };
    },

    async requestPairingCode({ id }, phoneNumber) {
      const exchanged = await call('POST', `/api/${encodeURIComponent(id)}/auth/request-code`, {
        body: { phoneNumber },
      });
      return answerOf(exchanged, (body) => pairingCodeWire.safeParse(body).data?.code);
    },
  };
}
