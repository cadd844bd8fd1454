/**
 * Places where the chaos tests end the process or make it stand still. Nothing happens unless they are armed at start,
 * which the configuration refuses in production.
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

interface Fault {
  readonly everyPasses: number;
  passesLeft: number;
  /** Null: the process dies. */
  readonly freezeMs: number | null;
}

const armed = new Map<string, Fault>();

/**
 * `claimed=3`: the process dies when it passes this point for the third time; without a number, at the first.
 * `claimed=3@8000`: at every third pass it stands still for 8,000 ms. The test draws the numbers, so that its seed decides
 * where each process fails.
 */
export function armFaultPoints(specifications: readonly string[]): void {
  armed.clear();
  for (const specification of specifications) {
    const [, name = '', pass = '1', freezeMs = null] = SPECIFICATION.exec(specification) ?? [];
    if (name === '') throw new Error(`FAULT_POINTS: "${specification}" does not say where and when to fail.`);
    const everyPasses = Number(pass);
    armed.set(name, { everyPasses, passesLeft: everyPasses, freezeMs: freezeMs === null ? null : Number(freezeMs) });
  }
}

const SPECIFICATION = /^([a-z-]+)(?:=([1-9]\d*)(?:@([1-9]\d*))?)?$/;

export function faultPoint(name: FaultPoint): void {
  const fault = armed.get(name);
  if (!fault) return;
  fault.passesLeft -= 1;
  if (fault.passesLeft > 0) return;
  if (fault.freezeMs === null) process.kill(process.pid, 'SIGKILL');
  else standStill(fault.freezeMs);
  fault.passesLeft = fault.everyPasses;
}

/** As under SIGSTOP: no timer, no answer and no other work comes in between. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
