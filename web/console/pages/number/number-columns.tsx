import { Link } from 'wouter';
import type {
  ConsentRowFragment,
  ReceivedRowFragment,
  SentRowFragment,
  SuppressionCodesFragment,
} from '../../generated/documents.js';
import type { Column } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Sandbox, StatusWord } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

export const CONSENT_COLUMNS: readonly Column<ConsentRowFragment>[] = [
  {
    name: words.consent.columns.when,
    isHeader: true,
    cell: ({ changedAt, test }) => (
      <>
        <Moment at={changedAt} /> {test && <Sandbox />}
      </>
    ),
  },
  {
    name: words.consent.columns.what,
    cell: ({ change, omitted }) => (
      <span className="two-lines">
        <span>{words.consent.changes[change]}</span>
        {omitted > 0 && <span className="quiet">{words.consent.omitted(omitted)}</span>}
      </span>
    ),
  },
  {
    name: words.consent.columns.how,
    cell: ({ source, word, ownNumber, proof }) => (
      <span className="two-lines">
        <Typed>{word && ownNumber ? words.consent.wrote(word, ownNumber) : words.consent.sources[source]}</Typed>
        {proof && (
          <span className="quiet">
            <Typed>{proof}</Typed>
          </span>
        )}
      </span>
    ),
  },
  {
    name: words.consent.columns.for,
    cell: ({ senderId, category }) => (
      <span className="two-lines">
        <span>{senderId ?? words.consent.everySender}</span>
        {category && <span className="quiet">{text.onlyCategory[category]}</span>}
      </span>
    ),
  },
  { name: words.consent.columns.by, cell: ({ createdBy }) => createdBy && <Typed>{createdBy.name}</Typed> },
];

export const sentColumns = (codes: SuppressionCodesFragment['deliveryCodes']): readonly Column<SentRowFragment>[] => [
  {
    name: words.sent.columns.when,
    isHeader: true,
    cell: ({ id, createdAt, test }) => (
      <>
        <Link href={`/messages/${id}`}>
          <Moment at={createdAt} />
        </Link>{' '}
        {test && <Sandbox />}
      </>
    ),
  },
  { name: words.sent.columns.state, cell: ({ status }) => <StatusWord status={status} /> },
  {
    name: words.sent.columns.code,
    cell: ({ deliveryCode }) =>
      deliveryCode === null
        ? null
        : `${deliveryCode} ${codes.find(({ code }) => code === deliveryCode)?.name ?? ''}`.trim(),
  },
  { name: words.sent.columns.sender, cell: ({ senderId }) => senderId },
  {
    name: words.sent.columns.campaign,
    cell: ({ campaign }) =>
      campaign && (
        <Link href={`/campaigns/${campaign.id}`}>
          <Typed>{campaign.name ?? words.sent.campaign}</Typed>
        </Link>
      ),
  },
];

export const RECEIVED_COLUMNS: readonly Column<ReceivedRowFragment>[] = [
  {
    name: words.received.columns.when,
    isHeader: true,
    cell: ({ receivedAt, test }) => (
      <>
        <Moment at={receivedAt} /> {test && <Sandbox />}
      </>
    ),
  },
  { name: words.received.columns.to, cell: ({ ownNumber }) => ownNumber },
  {
    name: words.received.columns.text,
    cell: ({ text }) =>
      text === null ? <span className="quiet">{words.received.noText}</span> : <Typed>{text}</Typed>,
  },
];
