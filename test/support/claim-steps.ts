/** The statements by which a worker takes messages, in their order. */
export const CLAIM_STEPS = ['lease', 'claim', 'commit'] as const;
export type ClaimStep = (typeof CLAIM_STEPS)[number];

const LEASE = /UPDATE sms_due d\s+SET lease_id|FROM sms_due d WHERE .* FOR UPDATE/s;
const CLAIM = `SET phase = 'submitting'`;

/**
 * Reads what one connection sends to PostgreSQL, in pieces of any size, and tells which steps of a claim are among it.
 * Statements are prepared once under a name, so the texts of the names are remembered.
 */
export function watchClaims(): (chunk: Buffer) => ClaimStep[] {
  const read = readMessages();
  const texts = new Map<string, string>();
  let claims = false;
  const stepOf = (text: string): ClaimStep[] => {
    if (LEASE.test(text)) return ['lease'];
    if (text.includes(CLAIM)) {
      claims = true;
      return ['claim'];
    }
    if (text !== 'COMMIT' || !claims) return [];
    claims = false;
    return ['commit'];
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
