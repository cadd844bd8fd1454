import { describe, expect, it } from '@jest/globals';
import { CHAT_CONFIGURATIONS, CHAT_CONTROLS, exploreChatControl } from './configurations.js';
import { exploreChat } from './exploration.js';

describe('every state of a chat message', () => {
  it.each(CHAT_CONFIGURATIONS.map((one) => [one.name, one] as const))(
    'keeps the promises: %s',
    (_, { setting, short }) => {
      const explored = exploreChat({ setting, budget: short.budget });
      expect(explored.violation).toBe(null);
      expect([explored.states, explored.steps]).toEqual(short.size);
    },
  );

  it.each(CHAT_CONTROLS.map((one) => [one.without, one] as const))('would break a promise without %s', (_, control) => {
    expect(exploreChatControl(control).violation?.promise).toBe(control.breaks);
  });
});
