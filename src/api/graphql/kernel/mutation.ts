import type { GraphQLFieldResolver, GraphQLScalarType } from 'graphql';
import { Arg, type ClassType, Extensions, Field, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import type { Scope } from '../../../domain/vocabulary.js';
import { capitalised } from '../../../lib/snake-case.js';
import { hasScope, type ResolverContext } from './context.js';
import { nameOf } from './enum.js';
import { DateTime, UUID } from './scalars.js';
import { payloadOf, UserError } from './user-errors.js';

/** A field of a payload. */
interface PayloadField<Value> {
  readonly type: () =>
    | ClassType
    | [ClassType]
    | GraphQLScalarType
    | StringConstructor
    | BooleanConstructor
    | Readonly<Record<string, string>>;
  /** The value of the field if there are user errors. */
  readonly empty: Value;
  readonly description: string;
  /** The value is null for callers without this scope. */
  readonly scope?: Scope;
}

/**
 * An object that every caller of the mutation may read, because its scope says so or because the call makes the object.
 */
export const object = <Shown extends object>(
  type: () => ClassType<Shown>,
  description: string,
): PayloadField<Shown | null> => ({ type, empty: null, description });

/** An object that a caller may change without being allowed to read it. */
export const objectForReaders = <Shown extends object>(
  scope: Scope,
  type: () => ClassType<Shown>,
  description: string,
): PayloadField<Shown | null> => {
  return {
    type,
    empty: null,
    description: `${description} Null for callers without the scope \`${nameOf(scope)}\`.`,
    scope,
  };
};

export const id = (description: string): PayloadField<string | null> => ({
  type: () => UUID,
  empty: null,
  description,
});

export const list = <Shown extends object>(
  type: () => ClassType<Shown>,
  description: string,
): PayloadField<readonly Shown[]> => ({ type: () => [type()], empty: [], description });

export const text = (description: string): PayloadField<string | null> => ({
  type: () => String,
  empty: null,
  description,
});

/** A value of an enum that `enumOf` has registered. */
export const word = <Word extends string>(
  type: () => Readonly<Record<string, Word>>,
  description: string,
): PayloadField<Word | null> => ({ type, empty: null, description });

export const time = (description: string): PayloadField<string | null> => ({
  type: () => DateTime,
  empty: null,
  description,
});

export const flag = (description: string): PayloadField<boolean> => ({
  type: () => Boolean,
  empty: false,
  description,
});

export const count = (description: string, type: GraphQLScalarType = Int): PayloadField<number> => ({
  type: () => type,
  empty: 0,
  description,
});

/** The field `replayed` of mutations that take an idempotency key. */
export const replayed = flag(
  'True if an earlier call with this idempotency key did the work, and this call returned its result.',
);

// biome-ignore lint/suspicious/noExplicitAny: fields of all types.
type PayloadFields = Readonly<Record<string, PayloadField<any>>>;
type Values<Fields extends PayloadFields> = { readonly [Name in keyof Fields]: Fields[Name]['empty'] };

interface Definition<Context, Input extends object, Fields extends PayloadFields> {
  readonly name: string;
  readonly description: string;
  readonly input: ClassType<Input>;
  /** The description of the argument `input`. */
  readonly takes?: string;
  /** Text that follows the name in the description of the payload. */
  readonly payloadNote?: string;
  readonly payload: Fields;
  readonly complexity?: number;
  resolve(context: Context, input: Input): Promise<Values<Fields>>;
}

/** An input that names one thing by its id. */
export function idInput<Name extends string>(
  name: string,
  description: string,
  field: Name,
  about: string,
): ClassType<Readonly<Record<Name, string>>> {
  @InputType(name, { description })
  class Input {}
  Field(() => UUID, { description: about })(Input.prototype, field);
  return Input as ClassType<Readonly<Record<Name, string>>>;
}

/** The type-graphql class that declares a mutation, and the resolver that graphql-js calls; see `resolveMutations`. */
export interface DefinedMutation {
  readonly name: string;
  readonly resolver: ClassType;
  /** For resolvers of fields with arguments. */
  readonly payload: ClassType;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
}

export const PEOPLE_ONLY = 'Only people who have signed in may call this; API keys are refused.';

/** Root fields are nullable, so that one throttled mutation does not null the results of its siblings. */
const NULL_ONLY = 'Null only if `errors` has an error for this field.';

/**
 * Defines a mutation, its argument `input` and its payload. Every mutation has a payload type of its own, to which
 * fields can be added. Errors that ERRORS gives a GraphQL type are returned in `userErrors`.
 */
export function mutation<Context, Input extends object, Fields extends PayloadFields>({
  name,
  description,
  input,
  takes = 'The input of the mutation.',
  payloadNote = '',
  payload,
  complexity,
  resolve,
}: Definition<Context, Input, Fields>): DefinedMutation {
  @ObjectType(`${capitalised(name)}Payload`, {
    description: `The result of \`${name}\`${payloadNote}.`,
    simpleResolvers: true,
  })
  class Payload {}
  const fields = Object.entries(payload);
  for (const [field, { type, empty, description: about, scope }] of fields) {
    Field(type, { nullable: empty === null, description: about })(Payload.prototype, field);
    // REST shows the properties of such an object as nullable.
    if (scope) Extensions({ scope })(Payload.prototype, field);
  }
  const userErrors = 'Errors that the caller can correct; empty if the mutation succeeded.';
  Field(() => [UserError], { description: userErrors })(Payload.prototype, 'userErrors');

  @Resolver()
  class MutationResolver {}
  const options = { nullable: true, description: `${description} ${NULL_ONLY}`, ...(complexity && { complexity }) };
  Mutation(() => Payload, options)(MutationResolver.prototype, name, {});
  Arg('input', () => input, { description: takes })(MutationResolver.prototype, name, 0);

  const empty = Object.fromEntries(fields.map(([field, { empty: value }]) => [field, value]));
  return {
    name,
    resolver: MutationResolver,
    payload: Payload,
    resolve(_, args, context) {
      const resolverContext = context as ResolverContext;
      const hidden = fields
        .filter(([, { scope }]) => scope && !hasScope(resolverContext, scope))
        .map(([field]) => [field, null]);
      const work = async () => {
        const shown = await resolve(context as Context, args.input as Input);
        return { ...shown, ...Object.fromEntries(hidden), userErrors: [] };
      };
      return resolverContext.throwsErrors ? work() : payloadOf(work, (userErrors) => ({ ...empty, userErrors }));
    },
  };
}

export const IDEMPOTENCY_KEY =
  `A key of your choice, up to ${LIMITS.idempotencyKeyLength} characters, that makes the call safe to ` +
  `repeat. A second call with the same key and input within ${LIMITS.idempotencyHours} hours creates nothing ` +
  'and returns the first result: a message or campaign as it was stored, a phone or webhook in its present ' +
  'state.';
