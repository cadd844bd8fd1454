import { asTyped } from '../../config/command-line.js';
import {
  type DescribedEvent,
  EVENT_TYPES,
  type EventBody,
  type EventType,
  eventBody,
} from '../../domain/events/event.js';
import { pause } from '../../lib/async/abort.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import type { Context } from '../../operations/context.js';
import { type EventPage, findLogEnds, readEvents } from '../../operations/events/event-log.js';
import { type CommonOptions, UsageError } from '../command.js';
import { awaitInterruption } from '../interruption.js';
import type { OrganisationOptions } from '../options.js';
import { print, printJson, printProblem } from '../output.js';
import { withOrganisation } from '../with-services.js';
import { type Forward, formatAttempt, openForward, readAddress } from './forward.js';

interface ListenOptions extends OrganisationOptions {
  readonly forward?: string;
  readonly secret?: string;
  readonly types?: readonly EventType[];
  readonly after?: string;
}

const TYPE_COLUMNS = Math.max(...EVENT_TYPES.map((type) => type.length));

/** Shows the events of an organisation from now on, and posts them to the URL, until Ctrl-C. */
export function listen(options: ListenOptions): Promise<void> {
  const address = readAddress('--forward', options.forward, options.secret);
  const since = options.after === undefined ? null : readSequence(options.after);
  return withOrganisation(options, async (context, { id, name }, { startedHere }) => {
    const { oldest, newest } = await findLogEnds(context, id);
    const after = since === 0 ? oldest - 1 : (since ?? newest);
    const forward = address && openForward(context, address);
    printProblem(`Listening to the events of ${name} (${id}) after #${after}. Ctrl-C ends it.`);
    if (address) printProblem(`Posting them to ${address.url}, signed with ${address.secret}`);
    if (startedHere)
      printProblem(`No server is running: nothing happens until you start one with "${asTyped('serve')}".`);
    const interrupted = awaitInterruption(0).signal;
    interrupted.addEventListener('abort', () => void forward?.close());
    const show = createShow(options, forward, interrupted);
    const last = await pollEvents(context, { after, types: options.types ?? null, interrupted }, show);
    printProblem(`To continue from here: ${asTyped(`webhooks listen --after ${last}`)}`);
  });
}

function readSequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError('--after must be the sequence of an event, or 0.');
}

/** With --json, standard output gets only the bodies of events. */
function createShow({ json }: CommonOptions, forward: Forward | null, interrupted: AbortSignal) {
  return async (event: DescribedEvent): Promise<void> => {
    const body = eventBody(event);
    if (json) printJson(body);
    else print(formatEvent(event, body));
    const attempt = await forward?.post(event.id, body);
    if (!attempt || interrupted.aborted) return;
    const text = `#${event.sequence} → ${formatAttempt(attempt)}`;
    if (json) printProblem(text);
    else print(text);
  };
}

/** `2030-01-31T12:00:00.000Z  #42  sms.failed  message_id=… delivery_code=403`. */
function formatEvent({ sequence }: DescribedEvent, { timestamp, type, data }: EventBody): string {
  const ids = Object.entries(data).filter(([key, value]) => /_(id|code)$/.test(key) && value !== null);
  const shown = ids.map(([key, value]) => `${key}=${value}`).join(' ');
  return `${timestamp}  #${sequence}  ${type.padEnd(TYPE_COLUMNS)}  ${shown}${data.test === true ? ' test' : ''}`;
}

const POLL_MS = 500;
const AWAY = 'The database is away; trying again.';
const BACK = 'The database is back.';

interface FollowOptions {
  readonly after: number;
  readonly types: readonly EventType[] | null;
  readonly interrupted: AbortSignal;
}

/**
 * Polls the event log and shows new events in order until it is interrupted. Returns the last sequence that was shown.
 */
async function pollEvents(
  context: Context,
  { after, types, interrupted }: FollowOptions,
  show: (event: DescribedEvent) => Promise<void>,
): Promise<number> {
  const read = readWithRetry(context, types);
  let last = after;
  while (!interrupted.aborted) {
    const page = await read(last);
    for (const event of page?.events ?? []) {
      await show(event);
      if (interrupted.aborted) return last;
      last = event.sequence;
    }
    last = page?.last ?? last;
    if (!page?.hasMore) await pause(POLL_MS, interrupted);
  }
  return last;
}

/** Returns null while the database is unreachable, which is printed once. */
function readWithRetry(context: Context, types: readonly EventType[] | null) {
  let isAway = false;
  return async (after: number): Promise<EventPage | null> => {
    try {
      const page = await readEvents(context, { after, types });
      if (isAway) printProblem(BACK);
      isAway = false;
      return page;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (!isAway) printProblem(AWAY);
      isAway = true;
      return null;
    }
  };
}
