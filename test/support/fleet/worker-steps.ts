/** The steps of workers whose answers can be late: how they take messages, and what they commit. */
export const WORKER_STEPS = ['lease', 'claim', 'commit of a claim', 'commit of verdicts', 'other commit'] as const;
export type WorkerStep = (typeof WORKER_STEPS)[number];

const LEASE = /UPDATE sms_due d\s+SET lease_id|FROM sms_due d WHERE .* FOR UPDATE/s;
const CLAIM = `SET phase = 'submitting'`;
const VERDICTS = 'SET previous_status = m.status';

export const isCommit = (step: WorkerStep) => step.includes('commit');

/**
 * Reads what one connection sends to PostgreSQL, in pieces of any size, and tells which steps are among it.
 * Statements are prepared once under a name, so the texts of the names are remembered.
 */
export function watchSteps(): (chunk: Buffer) => WorkerStep[] {
  const read = readMessages();
  const texts = new Map<string, string>();
  let atCommit: WorkerStep = 'other commit';
  const stepOf = (text: string): WorkerStep[] => {
    if (text === 'COMMIT') return [atCommit];
    if (text === 'BEGIN') atCommit = 'other commit';
    if (LEASE.test(text)) return ['lease'];
    if (text.includes(CLAIM)) {
      atCommit = 'commit of a claim';
      return ['claim'];
    }
    if (text.includes(VERDICTS)) atCommit = 'commit of verdicts';
    return [];
  };
  return (chunk) =>
    read(chunk).flatMap(({ type, body }) => {
      const [first = '', second = ''] = body.split('\0', 2);
      if (type === 'P') texts.set(first, second);
      if (type === 'Q') return stepOf(first);
      return type === 'B' ? stepOf(texts.get(second) ?? '') : [];
    });
}

interface Message {
  readonly type: string;
  readonly body: string;
}

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/** Of each message: enough for names and statements, and little of ten thousand parameters. */
const BYTES_READ = 4_096;

/** Cuts the stream of a client into messages. The first one has no type: it starts the session. */
function readMessages(): (chunk: Buffer) => Message[] {
  let rest = Buffer.alloc(0);
  let typeBytes = 0;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    while (rest.length >= typeBytes + LENGTH_BYTES) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) break;
      const type = rest.toString('latin1', 0, typeBytes);
      const start = typeBytes + LENGTH_BYTES;
      messages.push({ type, body: rest.toString('utf8', start, Math.min(end, start + BYTES_READ)) });
      rest = rest.subarray(end);
      typeBytes = TYPE_BYTES;
    }
    return messages;
  };
}
