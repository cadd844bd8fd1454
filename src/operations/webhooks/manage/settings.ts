import type { WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import { type FieldError, fieldError, invalidField, requireValid } from '../../../domain/errors.js';
import type { EventType } from '../../../domain/events/event.js';
import { validateWebhookUrl } from '../../../domain/events/webhook-url.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateLabel } from '../../../domain/text.js';
import { judgeHost, type UrlVerdict } from '../../../lib/net/public-address.js';
import type { Context, Services } from '../../context.js';
import { refuseHiddenTypes } from './webhooks.js';

export interface WebhookFields {
  readonly url?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly types?: readonly EventType[] | null | undefined;
}

export interface ValidFields {
  /** Normalised by the URL parser, so that the URL that is checked is the URL that is called. */
  readonly url: string | null;
  readonly description: string | null;
  readonly types: readonly EventType[] | null;
}

/** Returns the given fields, or throws one error with every fault. Does not check where the URL leads. */
export function validateFields(
  { policy, caller }: Pick<Context, 'policy' | 'caller'>,
  fields: WebhookFields,
  more: FieldError[] = [],
) {
  const { url = null, description = null, types = null } = fields;
  if (types !== null) refuseHiddenTypes(caller, types);
  requireValid([
    ...(url === null ? [] : validateWebhookUrl(url, policy.webhookReach)),
    ...validateLabel('description', description, LIMITS.nameLength),
    ...(types?.length === 0 ? [fieldError('types', 'invalid', 'Name at least one type of event.')] : []),
    ...more,
  ]);
  return {
    url: url === null ? null : new URL(url).href,
    description: description === null ? null : description.trim(),
    types: types === null ? null : [...new Set(types)],
  } satisfies ValidFields;
}

const HOST_ERRORS: Readonly<Record<Exclude<UrlVerdict, 'public'>, string>> = {
  private: 'The address leads to a private network; webhooks are posted to the public internet only.',
  unknown_host: 'The host of the address cannot be found.',
};

/** Tells the caller early. Each post checks again, since the host may resolve to another address by then. */
export async function refuseHostOutOfReach({ policy }: Pick<Services, 'policy'>, url: string): Promise<void> {
  const verdict = await judgeHost(new URL(url), policy.webhookReach);
  if (verdict !== 'public') throw invalidField('url', 'invalid', HOST_ERRORS[verdict]);
}

type Configured = Pick<WebhookRow, 'url' | 'types' | 'status' | 'description'>;

/** The settings that the audit log records. */
export function settingsOf({ url, types, status, description }: Configured): Record<keyof Configured, unknown> {
  return { url: withoutQuery(url), types, status, description };
}

/** Returns the settings that differ, before and after; null if nothing has changed. */
export function changedSettings(before: Configured, after: Configured, skippedBacklog: boolean) {
  const names = (['url', 'types', 'status', 'description'] as const).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0 && !skippedBacklog) return null;
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const pick = (settings: typeof was) => Object.fromEntries(names.map((name) => [name, settings[name]]));
  return { before: pick(was), after: { ...pick(is), ...(skippedBacklog && { skippedBacklog: true }) } };
}

/** Query strings often contain the receiver's token, which readers of the audit log must not see. */
function withoutQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : `${url.slice(0, at)}?…`;
}
