import { explainFailure } from '../command.js';

/** `warning`: everything works now, and needs attention. `fault`: something does not work, or is not safe. */
type Level = 'ok' | 'warning' | 'fault';

export interface Finding {
  readonly subject: string;
  readonly level: Level;
  /** The result in words, and if it is not ok, what to do. */
  readonly words: string;
}

export function fine(subject: string, words: string): Finding {
  return { subject, level: 'ok', words };
}

export function warning(subject: string, words: string): Finding {
  return { subject, level: 'warning', words };
}

export function wrong(subject: string, words: string): Finding {
  return { subject, level: 'fault', words };
}

/** A check that fails must not hide what the others find. */
export async function attempt(subject: string, examine: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examine();
  } catch (error) {
    return explainFailure(error).map((words) => wrong(subject, words));
  }
}
