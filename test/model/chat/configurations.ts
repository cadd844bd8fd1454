import { type ChatExploration, exploreChat } from './exploration.js';
import type { ChatRule } from './rules.js';
import type { ChatBudget, ChatPromise } from './state.js';

type Size = readonly [states: number, steps: number];

interface ChatConfiguration extends Pick<ChatExploration, 'setting'> {
  readonly name: string;
  /** `short`: for the tests of every day. */
  readonly short: { readonly budget: ChatBudget; readonly size: Size };
  readonly full: { readonly budget: ChatBudget; readonly size: Size };
}

const TEXT: ChatExploration['setting'] = {
  hasKey: true,
  isMedium: false,
  refusals: ['rejected'],
  acks: ['delivered', 'failed'],
};
const MEDIUM = { ...TEXT, isMedium: true };
const TWO = { ...MEDIUM, hasKey: false, acks: ['delivered'] } as const;
const LOST = { 'lost answer': 1, 'lost commit': 1 };
const FAULTS = { ...LOST, refusal: 1, death: 1, late: 1 };

export const CHAT_CONFIGURATIONS: readonly ChatConfiguration[] = [
  {
    name: 'a text with a key',
    setting: TEXT,
    short: { budget: { ...FAULTS, call: 3, ack: 2 }, size: [18_329, 54_405] },
    full: {
      budget: { ...FAULTS, 'lost commit': 2, refusal: 2, call: 4, ack: 2 },
      size: [112_408, 397_605],
    },
  },
  {
    name: 'a medium with a key, and other acks',
    setting: MEDIUM,
    short: { budget: { ...LOST, late: 1, call: 2, ack: 1, typed: 1 }, size: [3_816, 10_353] },
    full: { budget: { ...FAULTS, call: 3, ack: 2, typed: 1 }, size: [202_484, 702_774] },
  },
  {
    name: 'two media in one chat',
    setting: TWO,
    short: { budget: { 'lost answer': 1, death: 1, call: 2, ack: 2 }, size: [5_803, 19_776] },
    full: { budget: { ...LOST, death: 1, late: 1, call: 2, ack: 2, typed: 1 }, size: [373_162, 1_557_162] },
  },
  {
    name: 'an erased medium',
    setting: MEDIUM,
    short: { budget: { ...LOST, late: 1, refusal: 1, call: 2, ack: 1, erase: 1 }, size: [3_957, 8_815] },
    full: { budget: { ...FAULTS, call: 3, ack: 2, erase: 1 }, size: [110_618, 350_434] },
  },
];

/** Without its rule the model finds a broken promise. */
interface ChatControl {
  readonly without: ChatRule;
  readonly configuration: string;
  readonly breaks: ChatPromise;
}

const [KEY, OTHERS, CHAT, ERASED] = CHAT_CONFIGURATIONS.map(({ name }) => name) as [string, string, string, string];

export const CHAT_CONTROLS: readonly ChatControl[] = [
  { without: 'keyWithMessage', configuration: KEY, breaks: 'once' },
  { without: 'doubtsKeepKey', configuration: KEY, breaks: 'once' },
  { without: 'failuresKeepKey', configuration: KEY, breaks: 'once' },
  { without: 'failureReplacesAnswer', configuration: KEY, breaks: 'told' },
  { without: 'lateLeavesKey', configuration: KEY, breaks: 'once' },
  { without: 'lostIsUnknown', configuration: KEY, breaks: 'accepted' },
  { without: 'settlesPending', configuration: KEY, breaks: 'forward' },
  { without: 'hangingAreJudged', configuration: KEY, breaks: 'final' },
  { without: 'acksOnlyRaise', configuration: KEY, breaks: 'forward' },
  { without: 'leaseBeforeDoubt', configuration: OTHERS, breaks: 'guessed' },
  { without: 'acksBindId', configuration: OTHERS, breaks: 'guessed' },
  { without: 'acksWait', configuration: OTHERS, breaks: 'final' },
  { without: 'namedAreKnown', configuration: OTHERS, breaks: 'final' },
  { without: 'doubtsFirst', configuration: CHAT, breaks: 'guessed' },
  { without: 'oneUnsettled', configuration: CHAT, breaks: 'guessed' },
  { without: 'leaveErased', configuration: ERASED, breaks: 'erased' },
];

export function exploreChatControl({ without, configuration, breaks }: ChatControl) {
  const found = CHAT_CONFIGURATIONS.find(({ name }) => name === configuration);
  if (!found) throw new Error(`There is no configuration ${configuration}.`);
  return exploreChat({ setting: found.setting, budget: found.short.budget, without: [without], promise: breaks });
}
