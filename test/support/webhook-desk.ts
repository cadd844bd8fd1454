import { beforeEach } from '@jest/globals';
import type { Reach } from '../../src/lib/net/public-address.js';
import type { Context } from '../../src/operations/context.js';
import { type CreateWebhookInput, createWebhook } from '../../src/operations/webhooks/manage/configure.js';
import { NOWHERE } from './calls/generate-rest-calls.js';
import { newOrganisation, type TestServices, withTestKey } from './services.js';
import { useServices } from './use-services.js';

/** What stands in the table of endpoints; times in seconds from now. */
export interface SeenWebhook {
  readonly url: string;
  readonly last_sequence: number;
  readonly lease_id: string | null;
  readonly failures: number;
  readonly due_in: number;
  readonly free_in: number;
}

export interface WebhookDesk {
  readonly services: TestServices;
  /** Of an organisation that is new for each test. */
  readonly context: Context;
  create(more?: Partial<CreateWebhookInput>, by?: Context): ReturnType<typeof created>;
  newId(more?: Partial<CreateWebhookInput>, by?: Context): Promise<string>;
  see(id: string): Promise<SeenWebhook>;
  set(id: string, columns: string): Promise<unknown>;
  /** The same caller with a test key. */
  testing(): Context;
  /** The same caller where addresses within this reach are allowed. */
  within(reach: Reach): Context;
}

const created = async (by: Context, more: Partial<CreateWebhookInput>) =>
  (await createWebhook(by, { url: NOWHERE, ...more })).result;

/** A process on a database of its own, for the length of the test file, and somebody who manages webhooks. */
export function useWebhookDesk(): WebhookDesk {
  const services = useServices();
  const desk = { services } as { -readonly [Name in keyof WebhookDesk]: WebhookDesk[Name] };
  beforeEach(async () => {
    desk.context = await newOrganisation(desk.services);
  });
  return Object.assign(desk, {
    create: (more: Partial<CreateWebhookInput> = {}, by = desk.context) => created(by, more),
    newId: async (more: Partial<CreateWebhookInput> = {}, by = desk.context) => (await created(by, more)).webhook.id,
    async see(id: string) {
      const rows = await desk.services.sql<SeenWebhook>(SEE, [id]);
      return rows[0] as SeenWebhook;
    },
    set: (id: string, columns: string) =>
      desk.services.sql(`UPDATE webhook_endpoints SET ${columns} WHERE id = $1`, [id]),
    testing: (): Context => withTestKey(desk.context),
    within: (webhookReach: Reach) => ({ ...desk.context, policy: { ...desk.context.policy, webhookReach } }),
  });
}

const SEE = `
SELECT url, status, disabled_reason, failures, failing_since, lease_id, last_sequence::int,
  (extract(epoch FROM due_at) - extract(epoch FROM now()))::float8 AS due_in,
  (extract(epoch FROM not_before) - extract(epoch FROM now()))::float8 AS free_in
FROM webhook_endpoints WHERE id = $1`;
