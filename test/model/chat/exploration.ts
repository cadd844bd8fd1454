import { type Explored, explore, type StepTo } from '../explore.js';
import { allBut } from '../rules.js';
import { brokenChatPromise, isChatFinal } from './promises.js';
import { CHAT_RULES, type ChatRule } from './rules.js';
import type { ChatBudget, ChatPromise, ChatSetting, ChatState } from './state.js';
import { chatSteps } from './steps.js';

/** Only a mistake in the model makes so many. */
const MOST_STATES = 500_000;

export interface ChatExploration {
  readonly setting: Omit<ChatSetting, 'rules' | 'record'>;
  readonly budget: ChatBudget;
  readonly without?: readonly ChatRule[];
  /** Looks for this promise alone. */
  readonly promise?: ChatPromise;
  readonly record?: ChatSetting['record'];
}

export function exploreChat({
  setting,
  budget,
  without = [],
  promise,
  record,
}: ChatExploration): Explored<ChatPromise> {
  const house: ChatSetting = { ...setting, rules: allBut(CHAT_RULES, without), ...(record && { record }) };
  const start: ChatState = {
    tables: { messages: [], key: null, inbox: [] },
    sends: [],
    folds: [],
    budget,
    broken: null,
  };
  function* steps(state: ChatState): Iterable<StepTo<ChatState>> {
    for (const { says, kind, to } of chatSteps(house, { ...state, broken: null })) {
      yield { says, to, isFair: kind === 'program' };
    }
  }
  const broken = (state: ChatState) => {
    const found = brokenChatPromise(house, state);
    return promise === undefined || found === promise ? found : null;
  };
  return explore({ start, keyOf, steps, broken, isFinal: isChatFinal }, MOST_STATES);
}

/** The order of acks and of workers makes no difference. */
function keyOf({ tables: { messages, key, inbox }, sends, folds, budget, broken }: ChatState): string {
  const sorted = (parts: readonly object[]) => parts.map((part) => JSON.stringify(part)).sort();
  return JSON.stringify([messages, key, sorted(inbox), sends, sorted(folds), budget, broken]);
}
