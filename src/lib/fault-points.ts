/**
 * Places where the chaos tests kill the process. Nothing happens unless they are armed at start, which the
 * configuration refuses in production.
 */
export type FaultPoint =
  | 'accepted'
  | 'reported'
  | 'claimed'
  | 'calling'
  | 'submitted'
  | 'settled'
  | 'folded'
  | 'numbered'
  | 'posted'
  | 'chat-claimed'
  | 'chat-handed-over';

const passesLeft = new Map<string, number>();

/**
 * `claimed=3`: the process dies when it passes this point for the third time; without a number, at the first. Whoever
 * arms it draws the number, so that the seed of a test decides where each process dies.
 */
export function armFaultPoints(specifications: readonly string[]): void {
  passesLeft.clear();
  for (const specification of specifications) {
    const [name = '', pass = '1'] = specification.split('=');
    if (!/^[1-9]\d*$/.test(pass))
      throw new Error(`FAULT_POINTS: "${specification}" does not say at which pass to die.`);
    passesLeft.set(name, Number(pass));
  }
}

export function faultPoint(name: FaultPoint): void {
  const left = passesLeft.get(name);
  if (left === undefined) return;
  if (left === 1) process.kill(process.pid, 'SIGKILL');
  passesLeft.set(name, left - 1);
}
