import { LIMITS } from '../../domain/limits.js';
import type { SenderStatus } from '../../domain/vocabulary.js';
import { type DecideSenderIdInput, decideSenderId } from '../../operations/sms/senders/decide-sender-id.js';
import { listSenderIdsOfInstallation } from '../../operations/sms/senders/sender-ids.js';
import { findNamed } from '../find-named.js';
import type { OrganisationOptions } from '../options.js';
import { printProblem, printResult } from '../output.js';
import { chooseOrganisation } from '../people/choose-organisation.js';
import { cut, formatTable } from '../table.js';
import { styleState } from '../terminal-text.js';
import { isoTime } from '../times.js';
import { withServices } from '../with-services.js';

interface ListOptions extends OrganisationOptions {
  readonly status?: SenderStatus;
}

interface RejectOptions extends OrganisationOptions {
  readonly reason: string;
  readonly letWaitingGo?: boolean;
}

type ListedSenderId = Awaited<ReturnType<typeof listSenderIdsOfInstallation>>[number];
type DecidedSenderId = Omit<ListedSenderId, 'organisation_name'>;

export function list({ organisation, status, json }: ListOptions): Promise<void> {
  return withServices(async (services) => {
    const chosen = organisation === undefined ? null : await chooseOrganisation(services, organisation);
    const found = await listSenderIdsOfInstallation(services, { organisationId: chosen?.id ?? null, status });
    const header = [
      'ID',
      cut('ORGANISATION'),
      'NAME',
      cut('COUNTRIES'),
      { title: 'STATUS', paint: styleState },
      'REFUSED BY A GATEWAY',
    ];
    const listed = found.map((row) => ({ ...describe(row), organisation_name: row.organisation_name }));
    printResult(json, listed, formatTable(header, found.map(toRow)));
    if (found.length === LIMITS.senderIdsListed) {
      printProblem(`These are the first ${found.length}: use --organisation or --status to see the others.`);
    }
  });
}

export function approve(options: OrganisationOptions, given: string): Promise<void> {
  return decide(given, options, { rejectedFor: null });
}

export function reject({ reason, letWaitingGo, ...options }: RejectOptions, given: string): Promise<void> {
  return decide(given, options, { rejectedFor: reason, letsWaitingGo: letWaitingGo });
}

type Decision = Omit<DecideSenderIdInput, 'organisationId' | 'id'>;

function decide(given: string, { organisation, json }: OrganisationOptions, decision: Decision): Promise<void> {
  return withServices(async (services) => {
    const chosen = organisation === undefined ? null : await chooseOrganisation(services, organisation);
    const { id, organisationId } = await findNamed(services, 'sender ID', given, chosen?.id ?? null);
    const decided = await decideSenderId(services, { organisationId, id, ...decision });
    const waiting = decided.holds_messages ? ' Messages that wait with it are held.' : '';
    const text = `The sender ID "${decided.name}" is ${decided.status}.${waiting}`;
    printResult(json, describe({ ...decided, organisation_id: organisationId }), text);
  });
}

function describe(row: DecidedSenderId) {
  const { id, organisation_id, name, countries, status, reason, holds_messages } = row;
  const times = {
    decided_at: isoTime(row.decided_at),
    refused_at: isoTime(row.refused_at),
    refused_by: row.refused_by,
    created_at: isoTime(row.created_at),
  };
  return { id, organisation_id, name, countries, status, reason, holds_messages, ...times };
}

function toRow({ id, organisation_name, name, countries, status, refused_at, refused_by }: ListedSenderId): string[] {
  const refused = refused_at === null ? 'never' : `${refused_by}, ${isoTime(refused_at)}`;
  return [id, organisation_name, name, countries?.join(' ') ?? 'all', status, refused];
}
