/** Some ten thousand lines, for a reader that pauses. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

let dropped = 0;
let untold = 0;
let tell: ((lines: number) => void) | undefined;

/**
 * Takes the lines of the log without ever waiting for their reader. A reader that stops would otherwise stop the process
 * with it, or fill its memory; so lines over the limit are dropped and counted, until all that waits has been read.
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
  /** Called with the number of missing lines when standard output is read again. */
  onReadAgain(listener: (lines: number) => void): void {
    tell = listener;
  },
};

/** Since the start of the process. */
export function droppedLines(): number {
  return dropped;
}

/** Resolves when nothing waits to be read any more, or after this time. */
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
