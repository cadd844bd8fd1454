/**
 * Points at which the chaos tests kill or freeze the process. They do nothing unless FAULT_POINTS is set, which the
 * configuration refuses in production.
 */
export const FAULT_POINTS = [
  'accepted',
  'bulk-accepted',
  'reported',
  'claimed',
  'calling',
  'submitted',
  'settled',
  'folded',
  'appended',
  'posted',
  'chat-claimed',
  'chat-handed-over',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/**
 * An armed process writes this and the name of a point to standard error when it passes the point for the first time.
 */
export const FAULT_POINT_PASSED = 'fault point passed:';

interface Fault {
  readonly everyPasses: number;
  passesLeft: number;
  /** Null: the process dies. */
  readonly freezeMs: number | null;
}

const armed = new Map<string, Fault>();
const notPassed = new Set<FaultPoint>();

/**
 * `claimed=3`: the process dies when it passes this point for the third time; `claimed`: for the first time.
 * `claimed=3@8000`: at each third pass it freezes for 8,000 ms. `none`: it only reports which points it passes. The
 * test draws the numbers, so that its seed decides where each process fails.
 */
export function armFaultPoints(specifications: readonly string[]): void {
  armed.clear();
  notPassed.clear();
  for (const specification of specifications) {
    const [, name = '', pass = '1', freezeMs = null] = SPECIFICATION.exec(specification) ?? [];
    if (name === '') throw new Error(`FAULT_POINTS: "${specification}" does not say where and when to fail.`);
    const everyPasses = Number(pass);
    armed.set(name, { everyPasses, passesLeft: everyPasses, freezeMs: freezeMs === null ? null : Number(freezeMs) });
  }
  if (specifications.length > 0) for (const name of FAULT_POINTS) notPassed.add(name);
}

const SPECIFICATION = /^([a-z-]+)(?:=([1-9]\d*)(?:@([1-9]\d*))?)?$/;

export function faultPoint(name: FaultPoint): void {
  // A synchronous write, so the line is out before the process dies.
  if (notPassed.delete(name)) process.stderr.write(`${FAULT_POINT_PASSED} ${name}\n`);
  const fault = armed.get(name);
  if (!fault) return;
  fault.passesLeft -= 1;
  if (fault.passesLeft > 0) return;
  if (fault.freezeMs === null) process.kill(process.pid, 'SIGKILL');
  else freeze(fault.freezeMs);
  fault.passesLeft = fault.everyPasses;
}

/** Blocks the event loop, like SIGSTOP. */
function freeze(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
