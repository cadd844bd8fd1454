import { isStorable } from '../../../domain/foreign-word.js';

interface Told {
  readonly providerId?: string;
  readonly partIds?: readonly string[];
}

/** Ids that cannot be kept are as good as none; what is written of a whole batch must not fail for them. */
export function withStorableIds<Result extends Told>(result: Result): Omit<Result, keyof Told> & Told {
  const { providerId, partIds = [], ...rest } = result;
  return [providerId, ...partIds].every(isStorable) ? result : rest;
}
