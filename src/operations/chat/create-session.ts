import { countRows } from '../../db/lists/list.js';
import { changeSession } from '../../db/sql/chat/session-states.js';
import { insertSession, type NewSession, SESSIONS, type SessionRow } from '../../db/sql/chat/sessions.js';
import { lockOrganisation } from '../../db/sql/people/organisations.js';
import { DEMO_PHONES } from '../../domain/chat/sandbox-numbers.js';
import type { SessionReason } from '../../domain/chat/session-state.js';
import { blankFieldError, type FieldError, fieldError, invalidInput, PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { validateLabel } from '../../domain/text.js';
import { newId } from '../../lib/ids.js';
import type { Context, Services } from '../context.js';
import { once, type Replayable } from '../kernel/once.js';
import { recordAudit } from '../people/audit-log.js';
import { askEngine } from './control-session.js';
import { findSession } from './sessions.js';

export interface CreateSessionInput {
  readonly name: string;
  /** Default: the first configured engine, or the sandbox if there is none. */
  readonly engine?: string | null | undefined;
  /** False: the session stays stopped until the caller starts it. */
  readonly start?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * Creates a session for a phone and, unless `start` is false, starts it. If the engine cannot be reached, the session
 * stays with state `failed`, and the caller can start it again.
 */
export async function createSession(context: Context, input: CreateSessionInput): Promise<Replayable<SessionRow>> {
  const { organisationId, mode, sessionIds } = context.caller;
  if (sessionIds !== null)
    throw new PostriderError(
      'not_allowed_for_key',
      'The API key is restricted to certain phones and cannot add another one.',
    );
  const engine = chooseEngine(context, input.engine);
  const errors = [...validateName(input.name), ...(engine === null ? [noSuchEngine()] : [])];
  if (errors.length > 0 || engine === null) throw invalidInput(errors);

  const created = await context.db.inOrganisation(organisationId, (tx) =>
    once(tx, context, 'createSession', input, async () => {
      const session = await insertSession(
        tx,
        {
          id: newId(),
          name: input.name.trim(),
          engine,
          test: mode === 'test',
          state: 'stopped',
          reason: 'created',
          phone_number: null,
        },
        LIMITS.sessionsPerOrganisation,
      );
      if (!session) throw tooManySessions();
      const after = { name: session.name, engine, start: input.start !== false };
      await recordAudit(tx, context.caller, { action: 'session.created', subjectId: session.id, after });
      return session;
    }),
  );
  // A repeated call returns the session as it is now, since its state has moved on.
  if (created.replayed) return { result: await findSession(context, created.result.id), replayed: true };
  return input.start === false ? created : { result: await startOrFail(context, created.result), replayed: false };
}

async function startOrFail(context: Context, { id }: SessionRow): Promise<SessionRow> {
  const { organisationId } = context.caller;
  try {
    await askEngine(context, id, 'startSession');
    return await findSession(context, id);
  } catch (error) {
    if (!(error instanceof PostriderError)) throw error;
    const failed = await context.db.inOrganisation(organisationId, (tx) =>
      changeSession(tx, id, { state: 'failed', reason: whyNotStarted(error), from: ['stopped'] }),
    );
    return failed ?? findSession(context, id);
  }
}

const whyNotStarted = ({ code }: PostriderError): SessionReason =>
  code === 'provider_unavailable' ? 'engine_silent' : 'start_refused';

/** The engines that the caller may choose from, the default one first. Test keys may use the sandbox only. */
export function listEngines({ engines, caller }: Pick<Context, 'engines' | 'caller'>): string[] {
  const configured = [...engines.keys()].filter((name) => name !== SANDBOX_GATEWAY);
  return caller.mode === 'test' ? [SANDBOX_GATEWAY] : [...configured, SANDBOX_GATEWAY];
}

function chooseEngine(context: Context, wanted: string | null | undefined): string | null {
  const allowed = listEngines(context);
  return allowed.find((name) => wanted == null || name === wanted) ?? null;
}

const noSuchEngine = () => fieldError('engine', 'invalid', 'This API key has no engine with this name.');

function validateName(name: string): FieldError[] {
  if (name.trim() === '') return [blankFieldError('name')];
  return validateLabel('name', name, LIMITS.nameLength);
}

const tooManySessions = () =>
  new PostriderError('too_many', `An organisation may have ${LIMITS.sessionsPerOrganisation} sessions.`);

const STATES = { connected: 'connected', rejecting: 'connected', disconnected: 'disconnected' } as const;

/**
 * Creates three sandbox phones for the demo: one accepts messages, one rejects them, one is disconnected. Does nothing
 * if the organisation has phones already.
 */
export function createDemoPhones({ db }: Pick<Services, 'db'>, organisationId: string): Promise<void> {
  const phones = Object.entries(DEMO_PHONES) as [keyof typeof DEMO_PHONES, string][];
  return db.inOrganisation(organisationId, async (tx) => {
    await lockOrganisation(tx);
    if ((await countRows(tx, SESSIONS, {})) > 0) return;
    for (const [name, phoneNumber] of phones) {
      const phone: NewSession = {
        id: newId(),
        name,
        engine: SANDBOX_GATEWAY,
        test: true,
        state: STATES[name],
        reason: 'created',
        phone_number: phoneNumber,
      };
      await insertSession(tx, phone, LIMITS.sessionsPerOrganisation);
    }
  });
}
