import { describe, expect, it } from '@jest/globals';
import type { CallbackRequest } from '../../../src/domain/sms/gateway.js';
import { describeMessageContract } from './contract-messages.js';
import { describeSessionContract } from './contract-sessions.js';
import { startConversation } from './conversation.js';
import type { EngineUnderTest, Situation } from './engine-under-test.js';

const VERBS = [
  'startSession',
  'stopSession',
  'restartSession',
  'logOutSession',
  'deleteSession',
  'readQr',
  'listGroups',
] as const;

/** `cannot` lists situations that this engine never brings about; their tests do not exist for it. */
export function describeEngineContract(
  name: string,
  cannot: readonly Situation[],
  setUp: () => Promise<EngineUnderTest>,
): void {
  describe(`${name} keeps the engine contract`, () => {
    const talk = startConversation(cannot, setUp);
    const { inSituation, arrange, kindOf, hear } = talk;

    describeSessionContract(talk);
    describeMessageContract(talk);

    describe('everything but sends', () => {
      for (const situation of ['engine_away', 'garbage_answer'] as const) {
        inSituation(situation, `ends as unavailable: ${situation}`, async () => {
          const { session, to } = await arrange(situation);
          const waiting = { ...session, state: 'scan_qr' as const };
          expect(await kindOf(talk.engine.startSession(session))).toBe('unavailable');
          expect(await kindOf(talk.engine.stopSession(session))).toBe('unavailable');
          expect(await kindOf(talk.engine.restartSession(session))).toBe('unavailable');
          expect(await kindOf(talk.engine.logOutSession(session))).toBe('unavailable');
          expect(await kindOf(talk.engine.readSessions([session]))).toBe('unavailable');
          expect(await kindOf(talk.engine.readQr(waiting))).toBe('unavailable');
          expect(await kindOf(talk.engine.requestPairingCode(waiting, to))).toBe('unavailable');
          expect(await kindOf(talk.engine.listGroups(session))).toBe('unavailable');
        });
      }

      inSituation('engine_away', 'does not call a session forgotten that could not be asked for', async () => {
        const { session } = await arrange('engine_away');
        expect(await kindOf(talk.engine.deleteSession(session))).toBe('unavailable');
      });

      inSituation('quotes_the_message', 'keeps the secrets out of the reasons for all other refusals', async () => {
        const { session, to } = await arrange('quotes_the_message');
        for (const verb of VERBS) hear(await talk.engine[verb](session));
        hear(await talk.engine.requestPairingCode(session, to));
        hear(await talk.engine.readSessions([session]));
      });
    });

    it('refuses forged callbacks and takes nothing from garbage', async () => {
      const { forgedCallbacks, garbageCallbacks } = talk.peer;
      if (talk.engine.parseCallback) expect(forgedCallbacks.length * garbageCallbacks.length).toBeGreaterThan(0);
      const parse = (request: CallbackRequest) => talk.engine.parseCallback?.(request) ?? null;
      expect(forgedCallbacks.map(parse)).toEqual(forgedCallbacks.map(() => null));
      expect(garbageCallbacks.flatMap((request) => parse(request)?.reports ?? [])).toEqual([]);
    });
  });
}
