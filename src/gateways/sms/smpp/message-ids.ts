/**
 * Centres write one id in several ways: Kannel drops leading zeros, others change the case, and some answer in
 * hexadecimal and report in decimal. Answers and receipts are brought to one form before anybody compares them.
 */

export type ReceiptIds = 'as_is' | 'hex_to_decimal' | 'decimal_to_hex';

/** As the product keeps it. Null for what cannot be an id. */
export function normalId(id: string): string | null {
  const trimmed = id.trim();
  if (!/^[\x21-\x7e]{1,100}$/.test(trimmed)) return null;
  return trimmed.toLowerCase().replace(/^0+(?=.)/, '');
}

/** The id in the text of a receipt, in the form of the answers. */
export function receiptTextId(id: string, conversion: ReceiptIds): string | null {
  const plain = normalId(id);
  if (plain === null) return null;
  if (conversion === 'hex_to_decimal' && /^[0-9a-f]+$/.test(plain)) return BigInt(`0x${plain}`).toString(10);
  if (conversion === 'decimal_to_hex' && /^[0-9]+$/.test(plain)) return BigInt(plain).toString(16);
  return plain;
}
