/**
 * Times until delivery are counted in logarithmic steps, so that a median can be told of any number of messages. A step
 * is a factor of 1.21, so the middle of a step is at most 10 % away from what it counts.
 */
export const STEPS_PER_DECADE = 12;
/** What took less counts as this. */
export const SHORTEST_SECONDS = 0.1;

export interface CountedStep {
  readonly step: number;
  readonly messages: number;
}

/** The median of the times, in seconds; null if nothing was delivered. `steps` are in ascending order. */
export function medianSeconds(steps: readonly CountedStep[]): number | null {
  const all = steps.reduce((sum, { messages }) => sum + messages, 0);
  let below = 0;
  for (const { step, messages } of steps) {
    if (below + messages >= all / 2 && messages > 0) {
      // As if the times within the step were spread evenly.
      const place = step + (all / 2 - below) / messages;
      return SHORTEST_SECONDS * 10 ** (place / STEPS_PER_DECADE);
    }
    below += messages;
  }
  return null;
}
