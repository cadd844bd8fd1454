import { Field, ObjectType } from 'type-graphql';
import { Organisation } from './organisation.js';
import { USER_ERRORS } from './payloads.js';
import { UserError } from './user-errors.js';
import { Person } from './viewer.js';

@ObjectType()
abstract class ChallengeAnswer {
  @Field(() => String, {
    nullable: true,
    description: 'Keep it: the code is of use together with it only. It comes whether or not there is an account.',
  })
  challenge!: string | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `signUp`.', simpleResolvers: true })
export class SignUpPayload extends ChallengeAnswer {}

@ObjectType({ description: 'The answer to `requestPasswordReset`.', simpleResolvers: true })
export class RequestPasswordResetPayload extends ChallengeAnswer {}

@ObjectType({ description: 'The answer to `resendCode`.', simpleResolvers: true })
export class ResendCodePayload {
  @Field(() => Boolean, {
    description: 'The call was accepted. If a code was asked for before, another one is on its way.',
  })
  accepted!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType()
abstract class SignedInAnswer {
  @Field(() => Person, { nullable: true, description: 'Who has signed in; the session is in a cookie.' })
  person!: Person | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `verifyEmail`.', simpleResolvers: true })
export class VerifyEmailPayload extends SignedInAnswer {}

@ObjectType({ description: 'The answer to `resetPassword`.', simpleResolvers: true })
export class ResetPasswordPayload extends SignedInAnswer {}

@ObjectType({ description: 'The answer to `signIn`.', simpleResolvers: true })
export class SignInPayload extends SignedInAnswer {}

@ObjectType({ description: 'The answer to `signOut`.', simpleResolvers: true })
export class SignOutPayload {
  @Field(() => Boolean, { description: 'The session is over.' })
  signedOut!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `changePassword`.', simpleResolvers: true })
export class ChangePasswordPayload {
  @Field(() => Person, { nullable: true, description: 'Whose password it is; every other session has ended.' })
  person!: Person | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `setUp`; the session is in a cookie.', simpleResolvers: true })
export class SetUpPayload {
  @Field(() => Person, { nullable: true, description: 'The first person, an owner.' })
  person!: Person | null;

  @Field(() => Organisation, { nullable: true, description: 'The first organisation.' })
  organisation!: Organisation | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}
