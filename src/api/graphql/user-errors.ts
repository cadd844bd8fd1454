import { Field, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { notFound, PostriderError } from '../../domain/errors.js';
import type { ResolverContext } from './context.js';
import { UUID } from './scalars.js';

const CODES = {
  INVALID: 'The value cannot be accepted; the message says what is.',
  REQUIRED: 'A value is missing.',
  BLANK: 'The text is empty.',
  TOO_LONG: 'The text is too long.',
  MALFORMED: 'This is not a phone number, or not a group id where one is wanted.',
  UNSUPPORTED_TYPE:
    'The number is of a kind that cannot receive SMS, or the message of a kind that cannot be sent there.',
  NOT_FOUND: 'There is no such thing in the organisation.',
  ALREADY_EXISTS: 'The organisation has it already.',
  SENDER_NOT_APPROVED:
    'The organisation sends under approved sender IDs only, and this one is not, or not for that country.',
  TOO_MANY: 'The organisation has as many of these as it may have.',
  INVALID_CREDENTIALS: 'The e-mail address or the password is wrong.',
  INVALID_CODE: 'The code is wrong, used, or no longer valid.',
  SIGN_UP_CLOSED: 'Accounts are made by invitation here.',
  SET_UP_OVER: 'The set-up link is wrong, or was used already.',
  INVITATION_OVER: 'The invitation was withdrawn, used, or has expired.',
  ALREADY_MEMBER: 'The address belongs to a member.',
  WRONG_PERSON: 'The invitation is for another address than that of the person who has signed in.',
  LAST_OWNER: 'An organisation keeps at least one owner.',
  ALREADY_DISPATCHED: 'Too late: a gateway has the message.',
  SESSION_NOT_CONNECTED: 'The phone of the session is not connected.',
  PROVIDER_REJECTED: 'The chat-app provider refused it.',
  PROVIDER_UNAVAILABLE: 'The chat-app provider could not be reached; nothing was changed.',
  PROVIDER_TIMEOUT: 'The chat-app provider did not answer, so the message may have been sent. It is not sent again.',
  IDEMPOTENCY_MISMATCH: 'The idempotency key was used with other input.',
  IDEMPOTENCY_IN_PROGRESS: 'A call with this idempotency key is still running.',
} as const;
type Code = keyof typeof CODES;

export const UserErrorCode = Object.fromEntries(Object.keys(CODES).map((code) => [code, code])) as { [C in Code]: C };
registerEnumType(UserErrorCode, {
  name: 'UserErrorCode',
  description:
    'Stable words for what is wrong. The REST API says `invalid` to all that is wrong with the input, and names the ' +
    'fields; its other codes are these words in lower case.',
  valuesConfig: Object.fromEntries(Object.entries(CODES).map(([code, description]) => [code, { description }])),
});

@InterfaceType({
  description:
    'Something the caller can put right or has to know. When a payload has one, nothing was changed, unless the error ' +
    'is a `ProviderTimeoutError`.',
})
export abstract class UserError {
  @Field(() => UserErrorCode, { description: 'For programs.' })
  code!: Code;

  @Field(() => String, { description: 'One sentence for humans.' })
  message!: string;

  @Field(() => [String], {
    description: 'The place in `input`, such as `["recipients", "17", "to"]`; empty when it concerns all of it.',
  })
  path!: readonly string[];

  /** Which type of error it is; see schema.ts. */
  typeName!: string;

  cause!: PostriderError;
}

const errorType = (description: string) => ({ implements: UserError, description, simpleResolvers: true }) as const;

@ObjectType(errorType('A value in the input cannot be accepted.'))
class InvalidInputError extends UserError {}

@ObjectType(errorType('What the input names does not exist in the organisation.'))
class NotFoundError extends UserError {}

@ObjectType(errorType('There is no room for another one.'))
class TooManyError extends UserError {}

@ObjectType(errorType('What was shown to prove something proves nothing: a password, a code, or a link.'))
class NotProvenError extends UserError {}

@ObjectType(errorType('The phone of the session is not connected.'))
class SessionNotConnectedError extends UserError {}

@ObjectType(errorType('The chat-app provider refused, or could not be reached.'))
class ProviderError extends UserError {}

@ObjectType(
  errorType('Nobody knows whether the chat-app provider has the message; its status tells when that changes.'),
)
class ProviderTimeoutError extends UserError {
  @Field(() => UUID, { description: 'The `id` of the message, as `chatMessage` takes it.' })
  messageId!: string;
}

@ObjectType(errorType('The message can no longer be called back.'))
class AlreadyDispatchedError extends UserError {}

@ObjectType(errorType('The idempotency key belongs to a call with other input.'))
class IdempotencyMismatchError extends UserError {}

@ObjectType(errorType('The first call with this idempotency key has not finished.'))
class IdempotencyInProgressError extends UserError {
  @Field(() => Int, { description: 'When to try again.' })
  retryAfterSeconds!: number;
}

const TYPE_BY_CODE: Readonly<Record<string, { readonly name: string }>> = {
  not_found: NotFoundError,
  too_many: TooManyError,
  invalid_credentials: NotProvenError,
  invalid_code: NotProvenError,
  set_up_over: NotProvenError,
  invitation_over: NotProvenError,
  session_not_connected: SessionNotConnectedError,
  provider_rejected: ProviderError,
  provider_unavailable: ProviderError,
  provider_timeout: ProviderTimeoutError,
  already_dispatched: AlreadyDispatchedError,
  idempotency_mismatch: IdempotencyMismatchError,
  idempotency_in_progress: IdempotencyInProgressError,
};

const FOR_THE_USER: ReadonlySet<string> = new Set([
  'invalid',
  'not_found',
  'conflict',
  'idempotency_mismatch',
  'bad_gateway',
]);

/** Does the work of a mutation; what the caller can put right becomes part of the payload. */
export async function payloadOf<Payload>(
  work: () => Promise<Payload>,
  failed: (userErrors: UserError[]) => Payload,
): Promise<Payload> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PostriderError && FOR_THE_USER.has(error.kind)) return failed(userErrorsOf(error));
    throw error;
  }
}

function userErrorsOf(error: PostriderError): UserError[] {
  const type = TYPE_BY_CODE[error.code] ?? InvalidInputError;
  const fields = error.fields.length > 0 ? error.fields : [{ code: error.code, message: error.message, path: [] }];
  return fields.map(({ code, message, path }) => ({
    typeName: type.name,
    code: codeOf(code),
    message,
    path,
    retryAfterSeconds: error.retryAfterSeconds ?? 1,
    messageId: error.subjectId,
    cause: error,
  }));
}

function codeOf(code: string): Code {
  const word = code.toUpperCase();
  return word in CODES ? (word as Code) : 'INVALID';
}

type Errors = Pick<ResolverContext, 'throwsErrors'>;
type Resolve<Context> = (source: unknown, args: { input: unknown }, context: Context) => unknown;

/** Throws the error behind a payload's `userErrors` if the caller's context asks for that. */
export function throwingErrors<Context extends Errors>(resolve: Resolve<Context>): Resolve<Context> {
  return async (source, args, context) => {
    const payload = (await resolve(source, args, context)) as { readonly userErrors: readonly UserError[] };
    if (context.throwsErrors && payload.userErrors[0]) throw payload.userErrors[0].cause;
    return payload;
  };
}

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
