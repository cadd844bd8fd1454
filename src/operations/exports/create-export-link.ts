/**
 * How rows are downloaded:
 *
 * 1. `createExportLink` signs what the download shows, who made it, and the scopes that it needs. Stored are an audit
 *    entry and a row of `export_links` without the values of conditions: the link works as long as the row is there.
 * 2. The API process finds the row and the maker of a token, counts the rows or estimates them from `sms_statistics`
 *    (`sources.ts`), and reads the first page before the response begins, so that a failure still has a status.
 * 3. It reads each further page when the client has read the one before, and looks the maker up again between pages
 *    (`api/downloads.ts`).
 * 4. If anything fails, it resets the connection (`http/exports.ts`): an ordinary end would look complete. The client
 *    goes on with `after`, the last column of the last whole row.
 */

import { type ExportLinkRow, insertExportLink } from '../../db/sql/exports/export-links.js';
import { createdBy } from '../../db/sql/people/created-by.js';
import { findMember } from '../../db/sql/people/memberships.js';
import { lockOrganisation } from '../../db/sql/people/organisations.js';
import { findCampaign } from '../../db/sql/sms/campaigns/campaigns.js';
import type { Caller } from '../../domain/context.js';
import {
  type FieldError,
  fieldError,
  missingScope,
  notFound,
  PostriderError,
  requireValid,
} from '../../domain/errors.js';
import { type EventType, scopeFor } from '../../domain/events/event.js';
import {
  type ExportContent,
  type ExportFormat,
  type ExportKind,
  type ExportLink,
  signExportLink,
} from '../../domain/exports/export-link.js';
import { LIMITS } from '../../domain/limits.js';
import { validateConditions } from '../../domain/paging.js';
import { expiryIn } from '../../domain/people/tokens.js';
import { searchedMobile } from '../../domain/sms/phone-number.js';
import type { Scope } from '../../domain/vocabulary.js';
import { newId } from '../../lib/ids.js';
import { snakeCase } from '../../lib/snake-case.js';
import { searchedRecipient } from '../chat/messages.js';
import type { Context } from '../context.js';
import { requireVisibleTypes } from '../events/event-log.js';
import { recordAudit } from '../people/audit-log.js';
import { type Condition, type Conditions, KINDS } from './kinds.js';

const CONDITIONS = [...new Set(Object.values(KINDS).flatMap(({ takes }) => takes))];

type Given<Value> = Value | null | undefined;

export type ExportInput = {
  readonly [Name in Exclude<Condition, 'createdAfter' | 'createdBefore'>]?: Given<Conditions[Name]>;
} & {
  readonly what: ExportKind;
  readonly format?: Given<ExportFormat>;
  readonly createdAfter?: Given<Date>;
  readonly createdBefore?: Given<Date>;
};

export interface CreatedExportLink {
  readonly link: ExportLinkRow;
  /** A caller that has it can download the rows without a key. It is not stored. */
  readonly url: string;
}

/**
 * Makes a link under which `GET /v1/exports/download/` streams rows. A link that an access token makes expires with it.
 */
export async function createExportLink(
  { db, secretKey, policy, caller }: Context,
  input: ExportInput,
): Promise<CreatedExportLink> {
  const { organisationId, actor, tokenExpiresAt } = caller;
  const { kind, id } = actor;
  if (kind === 'operator' || id === null) throw new Error('An operator makes no export links.');
  const content = contentOf(input);
  const scopes = scopesOf(content, caller);
  const expiresAt = expiryIn(LIMITS.exportLinkDays * 86_400_000, tokenExpiresAt);
  const format = input.format ?? 'csv';
  const { what, campaignId = null, ...given } = content;
  // Their names only: a value may be a phone number.
  const conditions = Object.keys(given).map(snakeCase);
  const linkId = newId();
  const link = await db.inOrganisation(organisationId, async (tx) => {
    // A removal that is under way would not find the link, which would work again if the person rejoined.
    if (kind === 'person') await lockOrganisation(tx);
    const member = kind === 'person' ? await findMember(tx, id) : null;
    if (kind === 'person' && !member) throw new PostriderError('not_a_member');
    if (campaignId !== null && !(await findCampaign(tx, campaignId))) throw notFound('Campaign');
    const row = await insertExportLink(tx, {
      id: linkId,
      what,
      campaign_id: campaignId,
      conditions,
      format,
      ...createdBy(actor),
      revocations: member?.revocations ?? null,
      expires_at: expiresAt,
    });
    const after = { what, campaignId, conditions, format, expiresAt };
    await recordAudit(tx, caller, { action: 'export_link.created', subjectId: linkId, after });
    return row;
  });
  const signed: ExportLink = { id: linkId, organisationId, maker: { kind, id }, scopes, content, format, expiresAt };
  const url = `${policy.publicUrl}/v1/exports/download/?token=${signExportLink(secretKey, signed)}`;
  return { link, url };
}

/** Throws unless the input fits its kind. */
function contentOf(input: ExportInput): ExportContent {
  const { what, mobile, to, createdAfter, createdBefore } = input;
  const { noun, takes, requires } = KINDS[what];
  const given = CONDITIONS.filter((name) => input[name] != null);
  const errors: FieldError[] = given
    .filter((name) => !takes.includes(name))
    .map((name) => fieldError(name, 'invalid', `An export of ${noun} has no such condition.`));
  if (requires !== undefined && !given.includes(requires)) {
    errors.push(fieldError(requires, 'required', 'Give the id of the campaign.'));
  }
  errors.push(...validateConditions(input));
  requireValid(errors);
  return {
    what,
    ...Object.fromEntries(given.map((name) => [name, input[name]])),
    ...(mobile != null && { mobile: searchedMobile(mobile) as string }),
    ...(to != null && { to: searchedRecipient(to) }),
    ...(createdAfter != null && { createdAfter: createdAfter.toISOString() }),
    ...(createdBefore != null && { createdBefore: createdBefore.toISOString() }),
  };
}

/** The scopes without which the link would show other rows, or none. Throws if the caller lacks one. */
function scopesOf({ what, types }: ExportContent, caller: Caller): readonly Scope[] {
  const { scope } = KINDS[what];
  const needed = scope === null ? scopesOfTypes(types?.length ? types : requireVisibleTypes(caller)) : [scope];
  const missing = needed.find((one) => !caller.scopes.includes(one));
  if (missing) throw missingScope(caller, `the scope ${missing}`);
  return needed;
}

const scopesOfTypes = (types: readonly EventType[]): readonly Scope[] => [...new Set(types.map(scopeFor))];
