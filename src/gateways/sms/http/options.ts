import { readFileSync } from 'node:fs';
import { z } from 'zod';

const MIN_SECRET_LENGTH = 16;
const SECRET_PROBLEM = `must have at least ${MIN_SECRET_LENGTH} characters`;

const capabilities = z.strictObject({
  idempotent_reference: z.boolean().default(false),
  /** Seconds after which /lookup is certain to know an attempt; null when there is no /lookup. */
  lookup_settle_seconds: z.number().int().min(0).max(86_400).nullable().default(null),
  reports_carry_reference: z.boolean().default(false),
});

/** The defaults claim nothing: a capability that is claimed wrongly sends messages twice. */
export const httpGatewayOptions = z
  .strictObject({
    url: z.string().refine(isBaseUrl, 'must be an http or https address without user, query and fragment'),
    secret: z.string().min(MIN_SECRET_LENGTH, SECRET_PROBLEM).optional(),
    secret_file: z.string().min(1).optional(),
    capabilities: capabilities.prefault({}),
  })
  .transform(({ url, secret, secret_file: file, capabilities: claimed }, context) => ({
    baseUrl: url.replace(/\/+$/, ''),
    secret: theSecret(secret, file, (message) => context.addIssue({ code: 'custom', message })),
    capabilities: claimed,
  }));

export type HttpGatewayOptions = z.output<typeof httpGatewayOptions>;

function isBaseUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && !url.username && !url.password;
}

function theSecret(secret: string | undefined, file: string | undefined, complain: (message: string) => void): string {
  if ((secret === undefined) === (file === undefined)) complain('needs either "secret" or "secret_file"');
  if (file === undefined) return secret ?? '';
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content.length < MIN_SECRET_LENGTH) complain(`the content of "secret_file" ${SECRET_PROBLEM}`);
    return content;
  } catch {
    complain('"secret_file" cannot be read');
    return '';
  }
}
