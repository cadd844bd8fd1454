/** The fields of a PDU's body: octets, C-octet strings, and optional parameters (TLVs). */

export const TAG = {
  receiptedMessageId: 0x001e,
  sarMessageReference: 0x020c,
  sarTotalSegments: 0x020e,
  sarSegmentNumber: 0x020f,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** Parts of the octet esm_class. */
export const ESM_CLASS = { messageType: 0x3c, udhIndicator: 0x40 } as const;

export class MalformedBody extends Error {}

export interface FieldReader {
  octet(): number;
  octets(count: number): Buffer;
  /** Without the NUL; one octet a character. */
  cString(): string;
  /** The rest of the body. Of a repeated parameter the first counts; a truncated one is ignored. */
  parameters(): ReadonlyMap<number, Buffer>;
}

/** Throws `MalformedBody` for a body that ends too early. */
export function readFields(body: Buffer): FieldReader {
  let offset = 0;

  function take(count: number): Buffer {
    if (offset + count > body.length) throw new MalformedBody();
    offset += count;
    return body.subarray(offset - count, offset);
  }

  return {
    octet: () => take(1)[0] as number,
    octets: take,
    cString() {
      const end = body.indexOf(0, offset);
      if (end === -1) throw new MalformedBody();
      const text = body.toString('latin1', offset, end);
      offset = end + 1;
      return text;
    },
    parameters() {
      const parameters = new Map<number, Buffer>();
      while (offset + 4 <= body.length) {
        const tag = body.readUInt16BE(offset);
        const start = offset + 4;
        const end = start + body.readUInt16BE(offset + 2);
        if (end > body.length) break;
        if (!parameters.has(tag)) parameters.set(tag, body.subarray(start, end));
        offset = end;
      }
      return parameters;
    },
  };
}

export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'latin1');
}

export function parameter(tag: number, value: Buffer): Buffer {
  const head = Buffer.allocUnsafe(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** The string in an optional parameter; some peers end it with NUL, some do not. */
export function parameterText(value: Buffer): string {
  const end = value.indexOf(0);
  return value.toString('latin1', 0, end === -1 ? value.length : end);
}
