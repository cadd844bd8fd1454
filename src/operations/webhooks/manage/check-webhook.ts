import { type FieldError, fieldError, invalidInput } from '../../../domain/errors.js';
import type { EventType } from '../../../domain/events/event.js';
import { validateWebhookUrl } from '../../../domain/events/webhook-url.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateLabel } from '../../../domain/text.js';
import { judgeHost, type UrlVerdict } from '../../../lib/net/public-address.js';
import type { Context, Services } from '../../context.js';
import { refuseHidden } from './find-webhook-to-change.js';

export interface WebhookFields {
  readonly url?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly types?: readonly EventType[] | null | undefined;
}

export interface ReadFields {
  /** As the URL parser understands it: what is judged is what will be called. */
  readonly url: string | null;
  readonly description: string | null;
  readonly types: readonly EventType[] | null;
}

/** What has been given, or one refusal with everything that is wrong with it but the host of the address. */
export function readFields(
  { policy, caller }: Pick<Context, 'policy' | 'caller'>,
  fields: WebhookFields,
  more: FieldError[] = [],
) {
  const { url = null, description = null, types = null } = fields;
  if (types !== null) refuseHidden(caller, types);
  const errors = [
    ...(url === null ? [] : validateWebhookUrl(url, policy.webhookReach)),
    ...validateLabel('description', description, LIMITS.nameLength),
    ...(types?.length === 0 ? [fieldError('types', 'invalid', 'Name at least one type of event.')] : []),
    ...more,
  ];
  if (errors.length > 0) throw invalidInput(errors);
  return {
    url: url === null ? null : new URL(url).href,
    description: description === null ? null : description.trim(),
    types: types === null ? null : [...new Set(types)],
  } satisfies ReadFields;
}

const REFUSALS: Readonly<Record<Exclude<UrlVerdict, 'public'>, string>> = {
  private: 'The address leads to a private network; webhooks are posted to the public internet only.',
  unknown_host: 'The host of the address cannot be found.',
};

/** The name may lead elsewhere by the time of a post, which looks again; this tells the caller right away. */
export async function refuseHostOutOfReach({ policy }: Pick<Services, 'policy'>, url: string): Promise<void> {
  const verdict = await judgeHost(new URL(url), policy.webhookReach);
  if (verdict !== 'public') throw invalidInput([fieldError('url', 'invalid', REFUSALS[verdict])]);
}
