import { Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { ERROR_CODES, ERRORS, FIELD_CODES, USER_ERROR_TYPES, type UserErrorType } from '../../../domain/error-codes.js';
import { notFound, PostriderError } from '../../../domain/errors.js';
import type { ResolverContext } from './context.js';
import { enumOf } from './enum.js';
import { UUID } from './scalars.js';

const errorCodes = ERROR_CODES.filter((code) => ERRORS[code].userError);
const MEANINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(errorCodes.map((code) => [code, ERRORS[code].meaning])),
  ...FIELD_CODES,
};

export const UserErrorCode = enumOf<string>(
  'UserErrorCode',
  'Stable words for what is wrong. The REST API says `invalid` to all that is wrong with the input, and names the ' +
    'fields; its other codes are these words in lower case.',
  MEANINGS,
);

@InterfaceType({
  description:
    'Something the caller can put right or has to know. When a payload has one, nothing was changed, unless the error ' +
    'is a `ProviderTimeoutError`.',
})
export abstract class UserError {
  @Field(() => UserErrorCode, { description: 'For programs.' })
  code!: string;

  @Field(() => String, { description: 'One sentence for humans.' })
  message!: string;

  @Field(() => [String], {
    description: 'The place in `input`, such as `["recipients", "17", "to"]`; empty when it concerns all of it.',
  })
  path!: readonly string[];

  /** Which type of error it is; see schema.ts. */
  typeName!: string;
}

const errorType = (name: UserErrorType) =>
  ({ implements: UserError, description: USER_ERROR_TYPES[name], simpleResolvers: true }) as const;

@ObjectType(errorType('ProviderTimeoutError'))
class ProviderTimeoutError extends UserError {
  @Field(() => UUID, { description: 'The `id` of the message, as `chatMessage` takes it.' })
  messageId!: string;
}

@ObjectType(errorType('IdempotencyInProgressError'))
class IdempotencyInProgressError extends UserError {
  @Field(() => Int, { description: 'When to try again.' })
  retryAfterSeconds!: number;
}

const WITH_FIELDS: readonly string[] = [ProviderTimeoutError.name, IdempotencyInProgressError.name];
for (const name of Object.keys(USER_ERROR_TYPES) as UserErrorType[]) {
  if (!WITH_FIELDS.includes(name)) ObjectType(name, errorType(name))(class extends UserError {});
}

/** Does the work of a mutation; what the caller can put right becomes part of the payload. */
export async function payloadOf<Payload>(
  work: () => Promise<Payload>,
  failed: (userErrors: UserError[]) => Payload,
): Promise<Payload> {
  try {
    return await work();
  } catch (error) {
    const userErrors = userErrorsOf(error);
    if (userErrors) return failed(userErrors);
    throw error;
  }
}

function userErrorsOf(error: unknown): UserError[] | null {
  if (!(error instanceof PostriderError)) return null;
  const { code, message, fields, retryAfterSeconds, subjectId: messageId } = error;
  const typeName = ERRORS[code].userError;
  if (!typeName) return null;
  const complaints = fields.length > 0 ? fields : [{ code, message, path: [] }];
  return complaints.map((complaint) => ({
    typeName,
    code: complaint.code in MEANINGS ? complaint.code : 'invalid',
    message: complaint.message,
    path: complaint.path,
    retryAfterSeconds,
    messageId,
  }));
}

type Errors = Pick<ResolverContext, 'throwsErrors'>;

/** What a query has found: GraphQL shows null if it is missing. `noun` names it in the error, such as "Campaign". */
export function found<T>({ throwsErrors }: Errors, noun: string, row: T | null): T | null {
  if (row === null && throwsErrors) throw notFound(noun);
  return row;
}

/** The same for an operation that throws the error itself. */
export async function orNull<T>({ throwsErrors }: Errors, finding: Promise<T>): Promise<T | null> {
  try {
    return await finding;
  } catch (error) {
    if (!throwsErrors && error instanceof PostriderError && error.code === 'not_found') return null;
    throw error;
  }
}
