import { type Command, Option } from 'commander';
import { LIMITS } from '../../domain/limits.js';
import { SENDER_STATUSES, type SenderStatus } from '../../domain/vocabulary.js';
import { decideSenderId } from '../../operations/sms/senders/decide-sender-id.js';
import { listSenderIdsOfInstallation } from '../../operations/sms/senders/sender-ids.js';
import { action } from '../command.js';
import { findNamed } from '../find-named.js';
import { addExamples } from '../help.js';
import { printProblem, printResult } from '../output.js';
import { chooseOrganisation } from '../people/choose-organisation.js';
import { cut, formatTable } from '../table.js';
import { styleState } from '../terminal-text.js';
import { isoTime } from '../times.js';
import { withServices } from '../with-services.js';

interface ListOptions {
  readonly organisation?: string;
  readonly status?: SenderStatus;
}

interface ApproveOptions {
  readonly organisation?: string;
}

interface RejectOptions extends ApproveOptions {
  readonly reason: string;
}

type ListedSenderId = Awaited<ReturnType<typeof listSenderIdsOfInstallation>>[number];
type DecidedSenderId = Omit<ListedSenderId, 'organisation_name'>;

const SENDER = 'name or id of the sender ID';
const OF = 'the organisation of the sender ID, by name or id; all if omitted';

export function addSender(program: Command): void {
  const group = program.command('sender').description('approve or reject sender IDs of organisations');
  const listCommand = group
    .command('list')
    .description('list sender IDs, longest waiting first')
    .option('--organisation <name>', 'only those of this organisation, by name or id')
    .addOption(new Option('--status <status>', 'only those with this status').choices(SENDER_STATUSES))
    .action(action<ListOptions>(list));
  addExamples(listCommand, 'postrider sender list --status pending');
  const approveCommand = group
    .command('approve')
    .argument('<sender>', SENDER)
    .option('--organisation <name>', OF)
    .description('allow messages to use the sender ID')
    .action(action<ApproveOptions>(({ json, organisation }, id) => decide(id ?? '', organisation, null, json)));
  addExamples(approveCommand, 'postrider sender approve SHOP');
  const rejectCommand = group
    .command('reject')
    .argument('<sender>', SENDER)
    .option('--organisation <name>', OF)
    .description('reject the sender ID, also if it was approved')
    .requiredOption('--reason <text>', 'the reason, which is shown to the organisation')
    .action(
      action<RejectOptions>(({ json, organisation, reason }, id) => decide(id ?? '', organisation, reason, json)),
    );
  addExamples(rejectCommand, "postrider sender reject BANK --reason 'There is a bank of that name'");
}

function list({ organisation, status, json }: ListOptions & { json: boolean }): Promise<void> {
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

function decide(
  given: string,
  organisation: string | undefined,
  rejectedFor: string | null,
  json: boolean,
): Promise<void> {
  return withServices(async (services) => {
    const chosen = organisation === undefined ? null : await chooseOrganisation(services, organisation);
    const { id, organisationId } = await findNamed(services, 'sender ID', given, chosen?.id ?? null);
    const decided = await decideSenderId(services, { organisationId, id, rejectedFor });
    const text = `The sender ID "${decided.name}" is ${decided.status}.`;
    printResult(json, describe({ ...decided, organisation_id: organisationId }), text);
  });
}

function describe(row: DecidedSenderId) {
  const { id, organisation_id, name, countries, status, reason } = row;
  const times = {
    decided_at: isoTime(row.decided_at),
    refused_at: isoTime(row.refused_at),
    refused_by: row.refused_by,
    created_at: isoTime(row.created_at),
  };
  return { id, organisation_id, name, countries, status, reason, ...times };
}

function toRow({ id, organisation_name, name, countries, status, refused_at, refused_by }: ListedSenderId): string[] {
  const refused = refused_at === null ? 'never' : `${refused_by}, ${isoTime(refused_at)}`;
  return [id, organisation_name, name, countries?.join(' ') ?? 'all', status, refused];
}
