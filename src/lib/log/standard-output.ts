/** About 10,000 lines. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

let dropped = 0;
let untold = 0;
let tell: ((lines: number) => void) | undefined;

/**
 * Writes log lines without back-pressure on the process: a reader that stops would block the process or fill its
 * memory. So lines over the limit are dropped and counted until the reader has caught up.
 */
export const standardOutput = {
  write(line: string): void {
    const { stdout } = process;
    if (untold === 0 && stdout.writableLength + line.length <= MOST_WAITING_BYTES) {
      stdout.write(line, countFailure);
      return;
    }
    if (untold === 0) stdout.once('drain', goOn);
    dropped += 1;
    untold += 1;
  },
  /** Calls `listener` with the number of dropped lines when the reader has caught up. */
  onReadAgain(listener: (lines: number) => void): void {
    tell = listener;
  },
};

/** Since the start of the process. */
export function droppedLines(): number {
  return dropped;
}

/** Resolves when all lines are read, or after this time. */
export async function lastLinesRead(withinMs: number): Promise<void> {
  const { stdout } = process;
  if (stdout.writableLength === 0) return;
  await new Promise<void>((resolve) => {
    stdout.once('drain', resolve);
    setTimeout(resolve, withinMs);
  });
}

/** Lines that cannot be written: the pipe is closed, the disk is full. */
function countFailure(error: Error | null | undefined): void {
  if (error) dropped += 1;
}

function goOn(): void {
  const lines = untold;
  untold = 0;
  tell?.(lines);
}
