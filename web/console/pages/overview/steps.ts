import type { OverviewQuery } from '../../generated/documents.js';

/** Undefined is what the viewer may not read, and so cannot be told. */
export interface StepsTaken {
  readonly hasPractised: boolean | undefined;
  readonly hasKey: boolean | undefined;
  readonly hasPhone: boolean | undefined;
}

export function stepsOf(
  { practised, apiKeys, sessions }: Pick<OverviewQuery, 'practised' | 'apiKeys' | 'sessions'>,
  campaigns: readonly { readonly test: boolean }[],
): StepsTaken {
  return {
    hasPractised: practised && (practised.nodes.length > 0 || campaigns.some(({ test }) => test)),
    hasKey: apiKeys?.nodes.some(({ state }) => state === 'ACTIVE'),
    hasPhone: sessions && sessions.nodes.length > 0,
  };
}

export const stepsLeftOf = (taken: StepsTaken): number =>
  Object.values(taken).filter((isTaken) => isTaken === false).length;
