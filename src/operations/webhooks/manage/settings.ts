import type { WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import { type FieldError, fieldError, invalidInput } from '../../../domain/errors.js';
import type { EventType } from '../../../domain/events/event.js';
import { validateWebhookUrl } from '../../../domain/events/webhook-url.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateLabel } from '../../../domain/text.js';
import { judgeHost, type UrlVerdict } from '../../../lib/net/public-address.js';
import type { Context, Services } from '../../context.js';
import { refuseHidden } from './webhooks.js';

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

type Configured = Pick<WebhookRow, 'url' | 'types' | 'status' | 'description'>;

/** What of an endpoint is its owner's choice, for the audit log. */
export function settingsOf({ url, types, status, description }: Configured): Record<keyof Configured, unknown> {
  return { url: withoutQuery(url), types, status, description };
}

/** The settings that differ, as they were and as they are; null when nothing has changed. */
export function changedSettings(before: Configured, after: Configured, skippedBacklog: boolean) {
  const names = (['url', 'types', 'status', 'description'] as const).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0 && !skippedBacklog) return null;
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const pick = (settings: typeof was) => Object.fromEntries(names.map((name) => [name, settings[name]]));
  return { before: pick(was), after: { ...pick(is), ...(skippedBacklog && { skippedBacklog: true }) } };
}

/** Receivers often have a token there, which is not for everybody who reads the log. */
function withoutQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : `${url.slice(0, at)}?…`;
}
