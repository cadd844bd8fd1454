/**
 * Loaded before the program itself (`node --import`), so that a process can be asked from outside how long its event
 * loop was blocked and how much memory it holds, without a switch for that in the product.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export type Question = 'forget' | 'report';

export interface ProbeReading {
  readonly longestBlockMs: number;
  readonly memoryMb: number;
  readonly peakMemoryMb: number;
}

const RESOLUTION_MS = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

process.on('message', (question: Question) => {
  if (question === 'forget') delay.reset();
  const reading: ProbeReading = {
    longestBlockMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
    memoryMb: process.memoryUsage.rss() / 1e6,
    peakMemoryMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  };
  process.send?.(reading);
});
// Neither keeps the process alive, nor lets it outlive the bench that started it.
process.channel?.unref();
process.once('disconnect', () => process.exit(1));
