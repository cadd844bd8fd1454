import type { WebhookRow } from '../../../db/sql/webhooks/endpoints.js';

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
