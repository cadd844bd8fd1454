import { Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { ERROR_CODES, ERRORS, FIELD_CODES, USER_ERROR_TYPES, type UserErrorType } from '../../../domain/error-codes.js';
import { notFound, PostriderError, PreviewChangedError as PreviewChanged } from '../../../domain/errors.js';
import type { PreviewFigure as Figure } from '../../../domain/vocabulary.js';
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
  'Stable codes of user errors, for programs. REST returns `invalid` for every invalid input and names the ' +
    'fields; its other codes are these in lower case.',
  MEANINGS,
);

@InterfaceType({
  description:
    'An error that the caller can correct. If a payload has one, nothing was changed; after a ' +
    '`ProviderTimeoutError` the message may have been sent.',
})
export abstract class UserError {
  @Field(() => UserErrorCode, { description: 'The code of the error, for programs.' })
  code!: string;

  @Field(() => String, { description: 'The error in one sentence, for people.' })
  message!: string;

  @Field(() => [String], {
    description:
      'The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error ' +
      'concerns the whole input.',
  })
  path!: readonly string[];

  /** The GraphQL type of the error; `resolveInterfaces` reads it. */
  typeName!: UserErrorType;
}

const errorType = (name: UserErrorType) =>
  ({ implements: UserError, description: USER_ERROR_TYPES[name], simpleResolvers: true }) as const;

@ObjectType(errorType('ProviderTimeoutError'))
class ProviderTimeoutError extends UserError {
  @Field(() => UUID, { description: 'The `id` of the message, which `chatMessage` accepts.' })
  messageId!: string;
}

@ObjectType(errorType('IdempotencyInProgressError'))
class IdempotencyInProgressError extends UserError {
  @Field(() => Int, { description: 'How many seconds to wait before the next try.' })
  retryAfterSeconds!: number;
}

const PreviewFigure = enumOf<Figure>('PreviewFigure', 'What a preview of a campaign shows.', {
  total: 'The number of listed recipients.',
  accepted: 'The number of messages that are sent.',
  invalid: 'The number of recipients whose number cannot receive SMS, or not from this sender ID.',
  suppressed: 'The number of suppressed recipients.',
  duplicates: 'The number of repeated recipients.',
  segments: 'The number of segments.',
  gateway: 'The number of messages of one gateway.',
  recipients: 'The recipients or their texts: they changed, though the numbers did not.',
});

@ObjectType({ description: 'Something that has changed between a preview and the send.', simpleResolvers: true })
class PreviewChange {
  @Field(() => PreviewFigure, { description: 'What has changed.' })
  what!: Figure;

  @Field(() => String, {
    nullable: true,
    description: 'The gateway whose messages have changed; null for other figures.',
  })
  gateway!: string | null;

  @Field(() => Int, { description: 'The number that the preview has shown.' })
  was!: number;

  @Field(() => Int, { description: 'The number that a new preview would show.' })
  is!: number;
}

@ObjectType(errorType('PreviewChangedError'))
class PreviewChangedError extends UserError {
  @Field(() => [PreviewChange], { description: 'What has changed since the preview.' })
  changes!: readonly PreviewChange[];
}

const WITH_FIELDS: readonly string[] = [
  ProviderTimeoutError.name,
  IdempotencyInProgressError.name,
  PreviewChangedError.name,
];
for (const name of Object.keys(USER_ERROR_TYPES) as UserErrorType[]) {
  if (!WITH_FIELDS.includes(name)) ObjectType(name, errorType(name))(class extends UserError {});
}

/** Runs a mutation; returns errors that the caller can correct as `userErrors` of the payload. */
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
  const changes = error instanceof PreviewChanged ? error.changes : [];
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
    changes,
  }));
}

type Errors = Pick<ResolverContext, 'throwsErrors'>;

/**
 * Returns the row of a query. If it is missing, GraphQL shows null and REST throws; `noun` names it in the error, such
 * as "Campaign".
 */
export function found<T>({ throwsErrors }: Errors, noun: string, row: T | null): T | null {
  if (row === null && throwsErrors) throw notFound(noun);
  return row;
}

/** Like `found`, for operations that throw the error themselves. */
export async function orNull<T>({ throwsErrors }: Errors, finding: Promise<T>): Promise<T | null> {
  try {
    return await finding;
  } catch (error) {
    if (!throwsErrors && error instanceof PostriderError && error.code === 'not_found') return null;
    throw error;
  }
}
