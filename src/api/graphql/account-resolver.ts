import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { AccountLimit } from '../../domain/limits.js';
import { normaliseEmail } from '../../domain/people/email-address.js';
import type { CodePurpose } from '../../domain/vocabulary.js';
import { changePassword } from '../../operations/people/change-password.js';
import type { SignedIn } from '../../operations/people/open-session.js';
import { requestPasswordReset } from '../../operations/people/request-password-reset.js';
import { resendCode } from '../../operations/people/resend-code.js';
import { resetPassword } from '../../operations/people/reset-password.js';
import { setUp } from '../../operations/people/set-up.js';
import { signIn } from '../../operations/people/sign-in.js';
import { signOut } from '../../operations/people/sign-out.js';
import { signUp } from '../../operations/people/sign-up.js';
import { verifyEmail } from '../../operations/people/verify-email.js';
import {
  ChangePasswordInput,
  RequestPasswordResetInput,
  ResendCodeInput,
  ResetPasswordInput,
  SetUpInput,
  SignInInput,
  SignOutInput,
  SignUpInput,
  VerifyEmailInput,
} from './account-inputs.js';
import {
  ChangePasswordPayload,
  RequestPasswordResetPayload,
  ResendCodePayload,
  ResetPasswordPayload,
  SetUpPayload,
  SignInPayload,
  SignOutPayload,
  SignUpPayload,
  VerifyEmailPayload,
} from './account-payloads.js';
import type { PersonContext, VisitorContext } from './context.js';
import { toOrganisation } from './organisation.js';
import { INPUT, NULL_ONLY } from './payloads.js';
import { payloadOf } from './user-errors.js';
import { toPerson } from './viewer.js';

/** Accounts of people. What can be guessed at is counted here, before anything is looked up. */
@Resolver()
export class AccountResolver {
  @Mutation(() => SignUpPayload, {
    nullable: true,
    description: `Makes an account, once the code in the mail has come back by \`verifyEmail\`. ${NULL_ONLY}`,
  })
  async signUp(@Ctx() context: VisitorContext, @Arg('input', () => SignUpInput, INPUT) input: SignUpInput) {
    await count(context, 'sign_up', input.email);
    await countCode(context, 'email_verification', input.email);
    return challengeOf(() => signUp(context, input));
  }

  @Mutation(() => VerifyEmailPayload, {
    nullable: true,
    description: `Confirms the address of a sign-up, and signs in. ${NULL_ONLY}`,
  })
  async verifyEmail(
    @Ctx() context: VisitorContext,
    @Arg('input', () => VerifyEmailInput, INPUT) input: VerifyEmailInput,
  ) {
    await context.accountLimits.consume('proof', context.visitor);
    return signedInBy(context, () => verifyEmail(context, input));
  }

  @Mutation(() => ResendCodePayload, {
    nullable: true,
    description: `Sends another code, at most three times in ten minutes; the one before is void. ${NULL_ONLY}`,
  })
  async resendCode(@Ctx() context: VisitorContext, @Arg('input', () => ResendCodeInput, INPUT) input: ResendCodeInput) {
    await count(context, 'otp_resend', input.email);
    await countCode(context, input.purpose, input.email);
    return payloadOf<ResendCodePayload>(
      async () => {
        await resendCode(context, input);
        return { accepted: true, userErrors: [] };
      },
      (userErrors) => ({ accepted: false, userErrors }),
    );
  }

  @Mutation(() => RequestPasswordResetPayload, {
    nullable: true,
    description: `Sends a code with which \`resetPassword\` takes a new password. ${NULL_ONLY}`,
  })
  async requestPasswordReset(
    @Ctx() context: VisitorContext,
    @Arg('input', () => RequestPasswordResetInput, INPUT) input: RequestPasswordResetInput,
  ) {
    await count(context, 'password_reset', input.email);
    await countCode(context, 'password_reset', input.email);
    return challengeOf(() => requestPasswordReset(context, input));
  }

  @Mutation(() => ResetPasswordPayload, {
    nullable: true,
    description: `Sets a new password, ends every session, and signs in. ${NULL_ONLY}`,
  })
  async resetPassword(
    @Ctx() context: VisitorContext,
    @Arg('input', () => ResetPasswordInput, INPUT) input: ResetPasswordInput,
  ) {
    await context.accountLimits.consume('proof', context.visitor);
    return signedInBy(context, async () => {
      const signedIn = await resetPassword(context, input);
      context.forgetSessions();
      return signedIn;
    });
  }

  @Mutation(() => SignInPayload, { nullable: true, description: `Signs in. ${NULL_ONLY}` })
  async signIn(@Ctx() context: VisitorContext, @Arg('input', () => SignInInput, INPUT) input: SignInInput) {
    await count(context, 'sign_in', input.email);
    return signedInBy(context, () => signIn(context, input));
  }

  @Mutation(() => SignOutPayload, { nullable: true, description: `Ends the session. ${NULL_ONLY}` })
  async signOut(
    @Ctx() context: PersonContext,
    @Arg('input', () => SignOutInput, INPUT) input: SignOutInput,
  ): Promise<SignOutPayload> {
    await signOut(context, context.visitor.person, input);
    context.forgetSessions();
    context.newSessionToken = null;
    return { signedOut: true, userErrors: [] };
  }

  @Mutation(() => ChangePasswordPayload, {
    nullable: true,
    description: `Changes the password, and ends every other session. ${NULL_ONLY}`,
  })
  async changePassword(
    @Ctx() context: PersonContext,
    @Arg('input', () => ChangePasswordInput, INPUT) input: ChangePasswordInput,
  ): Promise<ChangePasswordPayload> {
    const { person } = context.visitor;
    await count(context, 'sign_in', person.email);
    return payloadOf<ChangePasswordPayload>(
      async () => {
        await changePassword(context, person, input);
        context.forgetSessions();
        return { person: toPerson(person), userErrors: [] };
      },
      (userErrors) => ({ person: null, userErrors }),
    );
  }

  @Mutation(() => SetUpPayload, {
    nullable: true,
    description: `Makes the first person and their organisation, by the link that the server prints. ${NULL_ONLY}`,
  })
  async setUp(@Ctx() context: VisitorContext, @Arg('input', () => SetUpInput, INPUT) input: SetUpInput) {
    await context.accountLimits.consume('proof', context.visitor);
    return payloadOf<SetUpPayload>(
      async () => {
        const { person, organisation, token } = await setUp(context, context.visitor.address, input);
        context.newSessionToken = token;
        const shown = toOrganisation(organisation, context.policy.retentionDays);
        return { person: toPerson(person), organisation: shown, userErrors: [] };
      },
      (userErrors) => ({ person: null, organisation: null, userErrors }),
    );
  }
}

/** One try, for the account that is named and for the address of the caller. */
function count({ accountLimits, visitor: { address } }: VisitorContext, limit: AccountLimit, account: string) {
  return accountLimits.consume(limit, { account: normaliseEmail(account), address });
}

/** Whoever has another's codes of one kind used up leaves them those of the other. */
function countCode(context: VisitorContext, purpose: CodePurpose, email: string) {
  return count(context, 'codes_daily', `${purpose} ${normaliseEmail(email)}`);
}

function challengeOf(send: () => Promise<string>): Promise<SignUpPayload> {
  return payloadOf<SignUpPayload>(
    async () => ({ challenge: await send(), userErrors: [] }),
    (userErrors) => ({ challenge: null, userErrors }),
  );
}

function signedInBy(context: VisitorContext, prove: () => Promise<SignedIn>): Promise<SignInPayload> {
  return payloadOf<SignInPayload>(
    async () => {
      const { person, token } = await prove();
      context.newSessionToken = token;
      return { person: toPerson(person), userErrors: [] };
    },
    (userErrors) => ({ person: null, userErrors }),
  );
}
