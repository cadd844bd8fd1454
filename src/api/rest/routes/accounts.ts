import { ACCOUNT_LIMITS } from '../../../domain/limits.js';
import type { RouteDeclaration } from '../route.js';

const { points, windowSeconds } = ACCOUNT_LIMITS.otp_resend.address;

export const ACCOUNT_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'POST',
    path: '/v1/auth/otp/resend/',
    document: 'mutation resendCode($input: ResendCodeInput!) { resendCode(input: $input) { detail: accepted } }',
    status: 202,
    tag: 'Accounts',
    summary: 'Send a one-time code again',
    description:
      `Needs no API key. The answer is the same whether or not there is an account. At most ${points} times in ` +
      `${windowSeconds / 60} minutes, for an account and for the address of the caller; then 429 with \`retry_after\`.`,
    example: { body: { email: 'ada@example.org', purpose: 'email_verification' } },
  },
];
