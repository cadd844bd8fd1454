/**
 * Loaded before the program itself (`node --import`), so that a process can be asked from outside how long its event
 * loop was blocked and how much memory it holds, without a switch for that in the product. It looks at the loop once it
 * has been told to forget what was before: to look every millisecond costs a process a hundredth of its time, and wakes
 * one that is idle.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export type Question = 'forget' | 'report';

export interface ProbeReading {
  readonly longestBlockMs: number;
  /** The same in processor time of the thread, which neighbours on the machine do not lengthen. */
  readonly longestBusyMs: number;
  readonly memoryMb: number;
  readonly peakMemoryMb: number;
}

const RESOLUTION_MS = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let longestBusyMs = 0;

function startLooking(): void {
  if (!delay.enable()) return;
  let busyMs = busySoFarMs();
  setInterval(() => {
    const now = busySoFarMs();
    longestBusyMs = Math.max(longestBusyMs, now - busyMs);
    busyMs = now;
  }, RESOLUTION_MS).unref();
}

function busySoFarMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

process.on('message', (question: Question) => {
  if (question === 'forget') {
    startLooking();
    delay.reset();
    longestBusyMs = 0;
  }
  const reading: ProbeReading = {
    longestBlockMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
    longestBusyMs,
    memoryMb: process.memoryUsage.rss() / 1e6,
    peakMemoryMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  };
  process.send?.(reading);
});
// Neither keeps the process alive, nor lets it outlive the bench that started it. A worker has lost the channel when it
// executes Node once more, but not its parent.
process.channel?.unref();
const starter = process.ppid;
setInterval(() => process.ppid === starter || process.exit(1), 1_000).unref();
