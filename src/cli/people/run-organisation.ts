import { asTyped } from '../../config/command-line.js';
import type { MemberRow } from '../../db/sql/people/memberships.js';
import type { Organisation } from '../../db/sql/people/organisations.js';
import { RATE_LIMIT_BUCKETS } from '../../domain/limits.js';
import type { Role, StopScope } from '../../domain/vocabulary.js';
import { inviteMember } from '../../operations/people/invitations.js';
import { listMembers } from '../../operations/people/members.js';
import { createOrganisation, updateOrganisation } from '../../operations/people/organisations.js';
import { changeRateLimits } from '../../operations/people/rate-limits.js';
import { findSetUpLink } from '../../operations/people/set-up.js';
import { type Erasure, eraseNumber } from '../../operations/upkeep/erase-number.js';
import { CommandError, type CommonOptions, UsageError } from '../command.js';
import type { OrganisationOptions } from '../options.js';
import { printResult } from '../output.js';
import { cut, formatTable } from '../table.js';
import { isoTime } from '../times.js';
import { everyRow, withOrganisation, withServices } from '../with-services.js';
import { findOrganisation, listOrganisations } from './choose-organisation.js';

export function showSetUpLink({ json }: CommonOptions): Promise<void> {
  return withServices(async (services) => {
    const link = await findSetUpLink(services);
    if (link === null) {
      throw new CommandError(`An account exists already. Invite people with "${asTyped('organisation invite')}".`);
    }
    printResult(json, { set_up_link: link }, link);
  });
}

export function create({ json }: CommonOptions, name: string): Promise<void> {
  return withServices(async (services) => {
    const organisation = await createOrganisation(services, { name });
    const named = `--organisation ${organisation.id}`;
    const text = [
      `Organisation ${organisation.id} was created.`,
      `Create a key for it: ${asTyped(`key create ${named} --name NAME`)}`,
      `Invite its owner: ${asTyped(`organisation invite EMAIL ${named} --role owner`)}`,
      `Use it for the following commands: ${asTyped(`organisation use ${organisation.id}`)}`,
    ];
    printResult(json, describe(organisation), text.join('\n'));
  });
}

export function list({ json }: CommonOptions): Promise<void> {
  return withServices(async (services) => {
    const organisations = await listOrganisations(services);
    const remembered = services.remembered.read();
    const rows = organisations.map(({ id, name, demo, createdAt }) => [
      id,
      name,
      [demo && 'demo', id === remembered && 'in use'].filter(Boolean).join(', '),
      isoTime(createdAt),
    ]);
    printResult(json, organisations.map(describe), formatTable(['ID', cut('NAME'), '', 'CREATED'], rows));
  });
}

interface UseOptions extends CommonOptions {
  readonly none?: true;
}

/** The environment variable and --organisation have precedence over what is remembered. */
export function use({ none: forget, json }: UseOptions, given?: string): Promise<void> {
  if (given !== undefined && forget) throw new UsageError('Give a name or --none, not both.');
  return withServices(async (services) => {
    const { remembered } = services;
    const all = await listOrganisations(services);
    if (forget) remembered.forget();
    else if (given !== undefined) remembered.remember(findOrganisation(all, given).id);
    const id = remembered.read();
    const organisation = id === null ? undefined : all.find((one) => one.id === id);
    if (id !== null && !organisation)
      throw new CommandError(`The remembered organisation ${id} is not in this database.`);
    const text = organisation
      ? `Commands use ${organisation.name} (${organisation.id}).`
      : 'No organisation is remembered.';
    printResult(json, organisation ? describe(organisation) : null, text);
  });
}

function describe({ id, name, demo, createdAt }: Organisation) {
  return { id, name, demo, created_at: isoTime(createdAt) };
}

interface UpdateOptions extends OrganisationOptions {
  readonly retentionDays?: NumberOrDefault;
  readonly messageRetentionDays?: NumberOrDefault;
  readonly smartEncoding?: boolean;
  readonly stopScope?: StopScope;
}

export function update(options: UpdateOptions): Promise<void> {
  return withOrganisation(options, async (context, { id }) => {
    const updated = await updateOrganisation(context, {
      retentionDays: nullForDefault(options.retentionDays),
      messageRetentionDays: nullForDefault(options.messageRetentionDays),
      smartEncoding: options.smartEncoding,
      stopScope: options.stopScope,
    });
    const redacted = updated.retentionDays ?? context.policy.retentionDays;
    const deleted = updated.messageRetentionDays ?? context.policy.messageRetentionDays ?? null;
    const { name, smartEncoding, stopScope } = updated;
    const text =
      `${name} redacts texts and numbers after ${redacted} days, and ` +
      `${deleted === null ? 'keeps messages and campaigns' : `deletes messages and campaigns after ${deleted} days`}. ` +
      `Smart encoding is ${smartEncoding ? 'on' : 'off'}. STOP ends ${stopScope === 'all' ? 'all' : 'promotional'} messages.`;
    const shown = {
      id,
      retention_days: redacted,
      message_retention_days: deleted,
      smart_encoding: smartEncoding,
      stop_scope: stopScope,
    };
    printResult(options.json, shown, text);
  });
}

/** "default": the setting of the installation. */
type NumberOrDefault = number | 'default';

function nullForDefault(given: NumberOrDefault | undefined): number | null | undefined {
  return given === 'default' ? null : given;
}

interface LimitsOptions extends OrganisationOptions {
  readonly smsSend?: NumberOrDefault;
  readonly smsSendBulk?: NumberOrDefault;
  readonly general?: NumberOrDefault;
  readonly people?: NumberOrDefault;
  readonly reset?: true;
}

export function limits({ json, reset, ...options }: LimitsOptions): Promise<void> {
  const { smsSend, smsSendBulk, general, people } = options;
  const asked = { sms_send: smsSend, sms_send_bulk: smsSendBulk, general, people };
  return withOrganisation(options, async (context, { id }) => {
    const wanted = RATE_LIMIT_BUCKETS.map((bucket) => [bucket, nullForDefault(asked[bucket] ?? (reset && 'default'))]);
    const { name, callsPerMinute: own } = await changeRateLimits(context, id, Object.fromEntries(wanted));
    const described = RATE_LIMIT_BUCKETS.map((bucket) => {
      const { [bucket]: ownLimit = null } = own;
      return { bucket, limit: ownLimit ?? context.policy.callsPerMinute[bucket], own: ownLimit !== null };
    });
    const rows = described.map(({ bucket, limit, own }) => [bucket, String(limit), own ? 'its own' : 'default']);
    const table = formatTable(['CALLS', 'IN ANY 60 SECONDS', ''], rows);
    printResult(json, { id, rate_limits: described }, `The rate limits of ${name}:\n\n${table}`);
  });
}

interface InviteOptions extends OrganisationOptions {
  readonly role: Role;
  readonly mail?: true;
}

/**
 * Invites a member from the command line, for an organisation without an owner who can: one that was created there, or
 * whose owners have lost access.
 */
export function invite({ role, mail, json, ...options }: InviteOptions, email: string): Promise<void> {
  return withOrganisation(options, async (context, { id, name }) => {
    const { invitation, link } = await inviteMember(context, { email, role }, { mailed: mail === true });
    const expiresAt = isoTime(invitation.expires_at);
    const value = {
      id: invitation.id,
      organisation_id: id,
      email: invitation.email,
      role,
      link,
      expires_at: expiresAt,
      mailed: mail === true,
    };
    const use = mail ? 'It was mailed as well' : 'Give it only to this person';
    const text = `${link}\n\nWith this link, ${invitation.email} becomes ${role} of ${name}. ${use}; it works once, until ${expiresAt}.`;
    printResult(json, value, text);
  });
}

/** Repeats the call until it has searched everything. */
export function erase({ json, ...options }: OrganisationOptions, mobile: string): Promise<void> {
  return withOrganisation(options, async (context, { name }) => {
    const total = { messages: 0, chatMessages: 0, cancelled: 0, masked: 0 };
    let notSearched: string | null = null;
    let last: Erasure;
    do {
      last = await eraseNumber(context, { mobile, notSearched });
      for (const count of Object.keys(total) as (keyof typeof total)[]) total[count] += last[count];
      notSearched = last.notSearched;
    } while (notSearched !== null);
    const { messages, chatMessages: chat, cancelled, masked } = total;
    const { pending, mentions, complete } = last;
    const text = [
      `${messages} SMS and ${chat} chat messages of ${name} were erased; ${cancelled} of them were cancelled first.`,
      ...(masked > 0 ? [`The number was replaced in labels of ${masked} messages and campaigns to others.`] : []),
      ...(pending > 0 ? [`${pending} are with a gateway or a phone: workers erase SMS when they have ended.`] : []),
      ...(mentions > 0
        ? [`${mentions} texts to others or sender IDs name the number still: they are not changed.`]
        : []),
      ...(complete || mentions > 0 ? [] : ['Not all is erased: repeat the command.']),
    ];
    const counts = { messages, chat_messages: chat, cancelled, pending, masked, mentions, complete };
    printResult(json, counts, text.join('\n'));
  });
}

export function members({ json, ...options }: OrganisationOptions): Promise<void> {
  return withOrganisation(options, async (context) => {
    const all = await everyRow((page) => listMembers(context, page));
    const header = ['PERSON', 'EMAIL', cut('NAME'), 'ROLE', 'JOINED'];
    const rows = all.map((member) => [
      member.person_id,
      member.email,
      member.name,
      member.role,
      isoTime(member.created_at),
    ]);
    printResult(json, all.map(describeMember), formatTable(header, rows));
  });
}

function describeMember(member: MemberRow) {
  const { person_id: id, email, name, role } = member;
  return { id, email, name, role, joined_at: isoTime(member.created_at) };
}
