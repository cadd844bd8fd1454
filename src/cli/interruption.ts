/** What Ctrl-C does: while a command loads, and while it runs. */

/** The modules of a command take up to a second to load, and until then it has done nothing. */
const leaveWhileLoading = () => {
  process.stderr.write('Interrupted: nothing was done.\n');
  process.exit(130);
};

/** From now on Ctrl-C ends the process, with a sentence. */
export function beginLoading(): void {
  process.once('SIGINT', leaveWhileLoading);
}

export async function endLoading(): Promise<void> {
  // Node.js delivers a signal that arrived meanwhile in the next turn only; without the listener it would be lost.
  await new Promise(setImmediate);
  process.off('SIGINT', leaveWhileLoading);
}

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
