import { registerEnumType } from 'type-graphql';

/** `sms.delivered` is SMS_DELIVERED, and `SMS_SEND` is SMS_SEND. */
type NameOf<Word extends string> = Uppercase<
  Word extends `${infer Kind}${'.' | ':'}${infer Rest}` ? `${Kind}_${Rest}` : Word
>;
export const nameOf = (word: string) => word.toUpperCase().replace(/[.:]/, '_');

/** Registers an enum whose names are the words of the domain in capitals, each with its meaning as description. */
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

export const OrderDirection = enumOf<'asc' | 'desc'>(
  'OrderDirection',
  'Whether a list is sorted in ascending or descending order.',
  {
    asc: 'Ascending: the smallest or oldest item comes first.',
    desc: 'Descending: the greatest or newest item comes first.',
  },
);
