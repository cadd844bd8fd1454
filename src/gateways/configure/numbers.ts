import { z } from 'zod';
import { addressOf } from '../../domain/sms/inbound/inbound-sms.js';
import { wordsOf } from '../../domain/sms/inbound/keywords.js';
import type { OwnNumber } from '../../domain/sms/inbound/own-numbers.js';
import { parse } from './entries.js';

const numberShape = z.strictObject({
  number: z
    .string()
    .transform(addressOf)
    .refine((number) => /^\d{3,15}$/.test(number), 'must be a number or short code, in digits'),
  keyword: z
    .string()
    .transform(wordsOf)
    .refine((word) => /^\S{1,30}$/.test(word), 'must be one word')
    .nullable()
    .default(null),
  gateways: z.array(z.string()).min(1, 'must name a gateway'),
  organisation_id: z.uuid().toLowerCase(),
});

/** Two entries that a text could fit alike are refused. */
export function configureNumbers(
  entries: readonly unknown[],
  gatewayNames: ReadonlySet<unknown>,
  problems: string[],
): OwnNumber[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const path = `numbers[${index}]`;
    const declared = parse(numberShape, entry, path, problems);
    if (!declared) return [];
    const { number, keyword, gateways, organisation_id: organisationId } = declared;
    for (const [place, gateway] of gateways.entries()) {
      if (!gatewayNames.has(gateway)) problems.push(`${path}.gateways[${place}]: no gateway has this name.`);
      const key = `${gateway} ${number} ${keyword}`;
      if (seen.has(key)) problems.push(`${path}: another entry has the same number, keyword and gateway.`);
      seen.add(key);
    }
    return [{ number, keyword, gateways, organisationId }];
  });
}
