import { z } from 'zod';
import { ACCOUNT_LIMITS } from '../../../domain/limits.js';
import { CODE_PURPOSES } from '../../../domain/vocabulary.js';
import { oneOf, text } from '../checks.js';
import { defineRoute } from '../route.js';
import { upper } from '../words.js';

const resendBody = z.object({
  email: text().describe('The address that the code was sent to.'),
  purpose: oneOf(CODE_PURPOSES).describe('What the code is for.'),
});

const { points, windowSeconds } = ACCOUNT_LIMITS.otp_resend.address;

const ACCEPTED = 'If a code was asked for, another one is on its way.';

const resend = defineRoute<z.output<typeof resendBody>, unknown, unknown>({
  method: 'POST',
  path: '/v1/auth/otp/resend/',
  operation: 'resendCode',
  document: `mutation ($input: ResendCodeInput!) { resendCode(input: $input) { accepted } }`,
  body: resendBody,
  variables: ({ body: { email, purpose } }) => ({ input: { email, purpose: upper(purpose) } }),
  answer: () => ({ success: true, detail: ACCEPTED }),
  status: 202,
  reply: z.object({ success: z.literal(true), detail: z.string() }),
  tag: 'Accounts',
  summary: 'Send a one-time code again',
  description:
    `Needs no API key. The answer is the same whether or not there is an account. At most ${points} times in ` +
    `${windowSeconds / 60} minutes, for an account and for the address of the caller; then 429 with \`retry_after\`.`,
  example: {
    body: { email: 'ada@example.org', purpose: 'email_verification' },
    answer: { success: true, detail: ACCEPTED },
  },
});

export const ACCOUNT_ROUTES = [resend];
