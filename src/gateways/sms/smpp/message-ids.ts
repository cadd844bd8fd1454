/**
 * SMSCs write one id in several ways: Kannel drops leading zeros, others change the case, and some answer in
 * hexadecimal and report in decimal. So the ids of answers and receipts are normalised before they are compared.
 */

export type ReceiptIds = 'as_is' | 'hex_to_decimal' | 'decimal_to_hex';

/** The form that is stored. Null for a text that cannot be an id. */
export function normalId(id: string): string | null {
  const trimmed = id.trim();
  if (!/^[\x21-\x7e]{1,100}$/.test(trimmed)) return null;
  return trimmed.toLowerCase().replace(/^0+(?=.)/, '');
}

/** Converts the id in a receipt's text to the form of the answers. */
export function receiptTextId(id: string, conversion: ReceiptIds): string | null {
  const plain = normalId(id);
  if (plain === null) return null;
  if (conversion === 'hex_to_decimal' && /^[0-9a-f]+$/.test(plain)) return BigInt(`0x${plain}`).toString(10);
  if (conversion === 'decimal_to_hex' && /^[0-9]+$/.test(plain)) return BigInt(plain).toString(16);
  return plain;
}
