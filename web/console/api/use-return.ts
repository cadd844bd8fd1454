import { useEffect, useEffectEvent, useRef } from 'react';
import { returns } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { type Failure, isUnreached } from './failure.js';

/** Repeats a call that did not reach the server, once it can be reached. Returns the failure until then. */
export function useReturn(failure: Failure | undefined, repeat: () => void): Failure | undefined {
  const count = useStore(returns);
  const failed = useRef({ failure, count });
  if (failed.current.failure !== failure) failed.current = { failure, count };
  const isOver = isUnreached(failure) && failed.current.count !== count;
  const onReturn = useEffectEvent(repeat);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each return is worth a call, until one is answered.
  useEffect(() => {
    if (isOver) onReturn();
  }, [isOver, count]);
  return isOver ? undefined : failure;
}
