import type { EventType } from '../../domain/events/event.js';
import { sampleEvent } from '../../domain/events/samples.js';
import { LIMITS } from '../../domain/limits.js';
import { newId } from '../../lib/ids.js';
import type { Context } from '../../operations/context.js';
import { testWebhook, type WebhookTest } from '../../operations/webhooks/manage/test-webhook.js';
import { getWebhooks, listWebhooks } from '../../operations/webhooks/manage/webhooks.js';
import { CommandError } from '../command.js';
import { findNamed } from '../find-named.js';
import type { OrganisationOptions } from '../options.js';
import { print, printJson, printProblem } from '../output.js';
import { withOrganisation } from '../with-services.js';
import { type Address, formatAttempt, openForward, readAddress } from './forward.js';

interface TriggerOptions extends OrganisationOptions {
  readonly endpoint?: string;
  readonly url?: string;
  readonly secret?: string;
}

interface Endpoint {
  readonly id: string;
  readonly url: string;
}

/** A post of a sample, and its result. */
interface Trial {
  readonly endpoint: Endpoint | null;
  readonly url: string;
  readonly test: WebhookTest;
}

/** Posts a sample event. Exits with 1 unless every receiver accepts it. */
export function trigger(options: TriggerOptions, type: EventType): Promise<void> {
  const address = readAddress('--url', options.url, options.secret);
  return withOrganisation(options, async (context) => {
    const trials = address
      ? [await tryAddress(context, address, type, options.secret === undefined)]
      : await tryEndpoints(context, await chooseEndpoints(context, type, options.endpoint), type);
    if (options.json) printJson(trials.map(describe));
    for (const { url, test } of options.json ? [] : trials) print(`${url} → ${formatAttempt(test)}`);
    if (!trials.every(({ test }) => test.delivered)) process.exitCode = 1;
  });
}

/** Returns the named endpoint, whatever its types and status; otherwise the active endpoints that want the type. */
async function chooseEndpoints(
  context: Context,
  type: EventType,
  id: string | undefined,
): Promise<readonly Endpoint[]> {
  if (id !== undefined) {
    const found = await findNamed(context, 'endpoint', id, context.caller.organisationId);
    return getWebhooks(context, [found.id]);
  }
  const { nodes } = await listWebhooks(context, { first: LIMITS.webhooksPerOrganisation });
  const wanting = nodes.filter(({ status, types }) => status === 'active' && (types?.includes(type) ?? true));
  if (wanting.length === 0) {
    throw new CommandError(`No active endpoint of the organisation gets ${type}; --url posts it to any URL.`);
  }
  return wanting;
}

function tryEndpoints(context: Context, endpoints: readonly Endpoint[], type: EventType): Promise<Trial[]> {
  return Promise.all(
    endpoints.map(async (endpoint) => {
      return { endpoint, url: endpoint.url, test: await testWebhook(context, { webhookId: endpoint.id, type }) };
    }),
  );
}

async function tryAddress(context: Context, address: Address, type: EventType, isFresh: boolean): Promise<Trial> {
  if (isFresh) printProblem(`Signed with ${address.secret}`);
  const forward = openForward(context, address);
  const eventId = `evt_test_${newId().replaceAll('-', '')}`;
  const attempt = await forward.post(eventId, sampleEvent(type, new Date()));
  await forward.close();
  return { endpoint: null, url: address.url, test: { ...attempt, eventId } };
}

function describe({ endpoint, url, test }: Trial) {
  return {
    webhook_id: endpoint?.id ?? null,
    url,
    event_id: test.eventId,
    delivered: test.delivered,
    response_status: test.responseStatus,
    response_body: test.responseBody,
    error: test.error,
    duration_ms: test.durationMs,
  };
}
