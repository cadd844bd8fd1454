export interface Finding {
  readonly subject: string;
  readonly ok: boolean;
  /** What is so, and when it is wrong, what to do. */
  readonly words: string;
}

export function fine(subject: string, words: string): Finding {
  return { subject, ok: true, words };
}

export function wrong(subject: string, words: string): Finding {
  return { subject, ok: false, words };
}
