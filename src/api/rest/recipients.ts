import { LIMITS } from '../../domain/limits.js';
import type { BulkRecipient } from '../../domain/sms/recipients.js';
import { byHand, type Complain, REQUIRED } from './checks.js';

const DESCRIPTION = {
  type: 'array',
  minItems: 1,
  maxItems: LIMITS.recipientsPerBulkCall,
  description: 'Numbers, or objects with what is particular to a recipient. A number that comes twice is sent to once.',
  items: {
    anyOf: [
      { type: 'string', description: 'A phone number in international format.' },
      {
        type: 'object',
        required: ['to'],
        properties: {
          to: { type: 'string', description: 'A phone number in international format.' },
          variables: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Values for the `{{name}}` placeholders of the message.',
          },
          reference: { type: 'string', maxLength: LIMITS.referenceLength, description: 'Your own id for it.' },
        },
      },
    ],
  },
};

/** By hand: 10,000 recipients take a schema library several times as long as the rest of the call's parsing. */
export const recipients = () =>
  byHand(DESCRIPTION, (input, complain): BulkRecipient[] => {
    if (input === undefined) return [];
    if (!Array.isArray(input)) {
      complain([], 'Must be a list.');
      return [];
    }
    const read: BulkRecipient[] = [];
    // One more than allowed is enough for the operation to refuse the call in its own words.
    const length = Math.min(input.length, LIMITS.recipientsPerBulkCall + 1);
    let complaints = 0;
    const counting: Complain = (path, message) => {
      complaints += 1;
      complain(path, message);
    };
    for (let index = 0; index < length && complaints < LIMITS.fieldErrorsPerAnswer; index += 1) {
      read.push(readRecipient(input[index], index, counting));
    }
    return read;
  });

function readRecipient(entry: unknown, index: number, complain: Complain): BulkRecipient {
  if (typeof entry === 'string') return { to: entry };
  if (!isObject(entry)) {
    complain([index], entry === null ? REQUIRED : 'Must be a string or an object.');
    return { to: '' };
  }
  const { to, variables, reference } = entry;
  if (typeof to !== 'string') complain([index, 'to'], to == null ? REQUIRED : 'Must be a string.');
  if (reference != null && typeof reference !== 'string') complain([index, 'reference'], 'Must be a string.');
  if (variables != null) checkVariables(variables, index, complain);
  return { to, variables, reference } as BulkRecipient;
}

function checkVariables(variables: unknown, index: number, complain: Complain): void {
  if (!isObject(variables)) {
    complain([index, 'variables'], 'Must be an object of strings.');
    return;
  }
  let complaints = 0;
  for (const name in variables) {
    if (typeof variables[name] === 'string') continue;
    complain([index, 'variables', name], 'Must be a string.');
    complaints += 1;
    if (complaints >= LIMITS.fieldErrorsPerAnswer) return;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
