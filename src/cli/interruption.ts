/** Ctrl-C under npm sends SIGINT twice; within this time it counts once, so that the command can clean up. */
const ECHO_MS = 1_000;

export interface Interruption {
  /** Aborted by the first Ctrl-C. A second one ends the process at once. */
  readonly signal: AbortSignal;
  /** From now on Ctrl-C ends the process again. */
  dispose(): void;
}

interface Reactions {
  /** Called on the first Ctrl-C. */
  readonly first?: () => void;
  /** Called before a second one ends the process. */
  readonly second?: () => void;
}

/** Lets a command end in order after Ctrl-C, until it is disposed of. */
export function awaitInterruption(exitCode: number, { first, second }: Reactions = {}): Interruption {
  const interrupt = new AbortController();
  let at = 0;
  const leave = () => {
    if (!interrupt.signal.aborted) {
      at = performance.now();
      interrupt.abort();
      first?.();
    } else if (performance.now() - at > ECHO_MS) {
      second?.();
      process.exit(exitCode);
    }
  };
  process.on('SIGINT', leave);
  return { signal: interrupt.signal, dispose: () => void process.off('SIGINT', leave) };
}
