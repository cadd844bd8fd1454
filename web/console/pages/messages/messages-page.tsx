import { Link, Redirect } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { type CodeNamesFragment, SmsMessages, type SmsMessagesQuery } from '../../generated/documents.js';
import { SelectField, TextField } from '../../parts/forms/field.js';
import { CopyMenu } from '../../parts/lists/copy-menu.js';
import { Filters } from '../../parts/lists/filters.js';
import { usePageArguments } from '../../parts/lists/pager.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Sandbox, StatusWord } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useAddress } from '../../parts/use-address.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { addressOfKind } from './kind-tabs.js';
import { ListFrame } from './list-frame.js';
import { useSmsFilter } from './message-filter.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

type Row = SmsMessagesQuery['messages']['nodes'][number];
type Codes = CodeNamesFragment['deliveryCodes'];

/** Numbers that are searched lead here; people who may read chat messages alone are led on. */
export function MessagesPage() {
  const scopes = useViewer()?.scopes;
  const to = useAddress().parameters.get('to');
  if (scopes && !scopes.includes('sms:read')) return <Redirect to={addressOfKind('chat', to)} replace />;
  return <SmsList />;
}

function SmsList() {
  const asked = useSmsFilter();
  const variables = { filter: asked.filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(SmsMessages, variables);
  const codes = answer.data?.deliveryCodes ?? [];
  return (
    <ListFrame
      kind="sms"
      asked={asked}
      answer={answer}
      pageRows={PAGE_ROWS}
      listOf={({ messages }) => messages}
      actions={<CopyMenu query={SmsMessages} variables={variables} />}
      filters={<SmsFilters codes={codes} />}
    >
      {(rows) => (
        <Table
          caption={words.sms}
          columns={columnsOf(codes)}
          rows={rows}
          keyOf={({ id }) => id}
          isTest={({ test }) => test}
        />
      )}
    </ListFrame>
  );
}

function columnsOf(codes: Codes): readonly Column<Row>[] {
  const names = new Map(codes.map(({ code, name }) => [code, name]));
  return [
    {
      name: words.columns.to,
      isHeader: true,
      cell: ({ id, to, test, deliveryCode }) => (
        <>
          {/* All links have one name when a number was looked for. */}
          <Link
            href={`/messages/${id}`}
            aria-describedby={deliveryCode === null ? `state-${id}` : `state-${id} code-${id}`}
          >
            {to ?? words.removed}
          </Link>{' '}
          {test && <Sandbox />}
        </>
      ),
    },
    {
      name: words.columns.state,
      cell: ({ id, status }) => (
        <span id={`state-${id}`}>
          <StatusWord status={status} />
        </span>
      ),
    },
    {
      name: words.columns.code,
      cell: ({ id, deliveryCode }) =>
        deliveryCode === null ? null : (
          <span id={`code-${id}`}>{`${deliveryCode} ${names.get(deliveryCode) ?? ''}`}</span>
        ),
    },
    { name: words.columns.sender, cell: ({ senderId }) => senderId ?? null },
    {
      name: words.columns.campaign,
      cell: ({ campaign }) =>
        campaign && (
          <Link href={`/campaigns/${campaign.id}`}>
            <Typed>{campaign.name ?? words.campaign}</Typed>
          </Link>
        ),
    },
    { name: words.columns.reference, cell: ({ reference }) => reference && <Typed>{reference}</Typed> },
    { name: words.columns.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}

const NAMES = ['to', 'state', 'code'];
const MORE_NAMES = ['from', 'until', 'sender', 'sent', 'reference', 'campaign', 'mode'];

function SmsFilters({ codes }: { readonly codes: Codes }) {
  const { parameters } = useAddress();
  const at = (name: string) => ({ name, defaultValue: parameters.get(name) ?? '' });
  const lower = (name: string) => ({ name, defaultValue: parameters.get(name)?.toLowerCase() ?? '' });
  return (
    <Filters
      names={NAMES}
      moreNames={MORE_NAMES}
      more={
        <>
          <TextField label={words.filters.from} type="date" {...at('from')} />
          <TextField label={words.filters.until} type="date" {...at('until')} />
          <TextField label={words.filters.sender} {...at('sender')} />
          <SelectField label={words.filters.kind} {...at('sent')}>
            <option value="">{text.list.any}</option>
            <option value="single">{words.filters.single}</option>
            <option value="campaign">{words.filters.ofCampaigns}</option>
          </SelectField>
          <TextField label={words.filters.reference} {...at('reference')} />
          <TextField label={words.filters.campaign} {...at('campaign')} />
          <SelectField label={words.filters.mode} {...at('mode')}>
            <option value="">{text.list.any}</option>
            <option value="live">{words.filters.live}</option>
            <option value="sandbox">{words.filters.sandbox}</option>
          </SelectField>
        </>
      }
    >
      <TextField label={words.filters.to} type="search" inputMode="tel" {...at('to')} />
      <SelectField label={words.filters.state} {...lower('state')}>
        <option value="">{text.list.any}</option>
        {Object.entries(text.status).map(([status, word]) => (
          <option key={status} value={status.toLowerCase()}>
            {word}
          </option>
        ))}
      </SelectField>
      {/* Made anew once its choices are known, so that it shows the one in the address. */}
      <SelectField label={words.filters.code} key={codes.length} {...at('code')}>
        <option value="">{text.list.any}</option>
        {codes.map(({ code, name }) => (
          <option key={code} value={code}>
            {`${code} ${name}`}
          </option>
        ))}
      </SelectField>
    </Filters>
  );
}
