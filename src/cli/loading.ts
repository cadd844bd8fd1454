/** The modules of a command take up to a second to load, and until then it has done nothing. */
const leave = () => {
  process.stderr.write('Interrupted: nothing was done.\n');
  process.exit(130);
};

/** From now on Ctrl-C ends the process, with a sentence. */
export function beginLoading(): void {
  process.once('SIGINT', leave);
}

export async function endLoading(): Promise<void> {
  // Node.js delivers a signal that arrived meanwhile in the next turn only; without the listener it would be lost.
  await new Promise(setImmediate);
  process.off('SIGINT', leave);
}
