import { useEffect, useEffectEvent, useState } from 'react';

/** The time now, which moves on every second while it is wanted. */
export function useSeconds(isWanted = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isWanted]);
  return now;
}

/** Whole seconds until a time, counted down; 0 from then on, when `onOver` is called once. */
export function useSecondsUntil(at: string, onOver: () => void = () => undefined): number {
  const [left, setLeft] = useState(() => secondsUntil(at));
  const end = useEffectEvent(onOver);
  useEffect(() => {
    setLeft(secondsUntil(at));
    if (secondsUntil(at) === 0) return;
    const timer = setInterval(() => {
      const rest = secondsUntil(at);
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      end();
    }, 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

const secondsUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000));
