import type { AckReport } from '../../../domain/chat/engine.js';
import { outcomeDigits } from '../../sandboxes.js';
import { participantsOf } from './simulated-phones.js';

/** An ack that follows after `afterSteps` times the delay of the sandbox. */
interface SimulatedAck {
  readonly ack: AckReport['ack'];
  readonly afterSteps: number;
  readonly participant?: string;
}

export interface ChatSimulation {
  readonly outcome: 'accepted' | 'rejected' | 'not_sent' | 'unknown';
  readonly acks: readonly SimulatedAck[];
  /** The recipient writes back, so many times the delay of the sandbox later. */
  readonly answersAfterSteps?: number;
}

const after = (afterSteps: number, ack: AckReport['ack']): SimulatedAck => ({ ack, afterSteps });

const ACKS = [after(1, 'sent'), after(2, 'delivered'), after(3, 'read')];
const ORDINARY: ChatSimulation = { outcome: 'accepted', acks: ACKS };

/** By the last four digits of a number in the sandbox's block. */
const NUMBERS: Readonly<Record<string, ChatSimulation>> = {
  '0120': { outcome: 'accepted', acks: [after(1, 'failed')] },
  '0121': { outcome: 'accepted', acks: [] },
  // Each ack comes again together with the next one, so that it is repeated and out of order.
  '0122': { outcome: 'accepted', acks: ACKS.flatMap(({ ack, afterSteps: n }) => [after(n, ack), after(n + 1, ack)]) },
  '0123': { outcome: 'accepted', acks: [after(1, 'read'), after(2, 'delivered'), after(3, 'sent')] },
  '0124': { outcome: 'rejected', acks: [] },
  '0125': { outcome: 'unknown', acks: ACKS },
  '0126': { outcome: 'not_sent', acks: [] },
  '0127': { ...ORDINARY, answersAfterSteps: 4 },
};

/** Pure, so that every process gives the same answer. */
export function simulatePerson(to: string): ChatSimulation {
  return NUMBERS[outcomeDigits(to) ?? ''] ?? ORDINARY;
}

/** All participants get the message, and all but the last read it. */
export function simulateGroup(groupId: string): ChatSimulation {
  const participants = participantsOf(groupId);
  const acksOf = (ack: 'delivered' | 'read', afterSteps: number) =>
    participants.map((participant) => ({ ack, afterSteps, participant }));
  return {
    outcome: 'accepted',
    acks: [after(1, 'sent'), ...acksOf('delivered', 2), ...acksOf('read', 3).slice(0, -1)],
  };
}
