import { registerEnumType } from 'type-graphql';

/** `sms.delivered` is SMS_DELIVERED. */
type NameOf<Word extends string> = Uppercase<Word extends `${infer Kind}.${infer Status}` ? `${Kind}_${Status}` : Word>;
const nameOf = (word: string) => word.toUpperCase().replace('.', '_');

/** The words of the domain in capitals, each with what it means. */
export function enumOf<Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
) {
  const words = Object.keys(meanings) as Word[];
  const values = Object.fromEntries(words.map((word) => [nameOf(word), word]));
  const valuesConfig = Object.fromEntries(words.map((word) => [nameOf(word), { description: meanings[word] }]));
  registerEnumType(values, { name, description, valuesConfig });
  return values as { readonly [W in Word as NameOf<W>]: W };
}

export const OrderDirection = enumOf<'asc' | 'desc'>('OrderDirection', 'Which end of a list comes first.', {
  asc: 'The smallest or oldest.',
  desc: 'The greatest or newest.',
});
