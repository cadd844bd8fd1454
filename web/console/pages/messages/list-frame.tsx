import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/use-answer.js';
import type { CreateExportLinkInput } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import type { Question } from '../../parts/lists/copy-menu.js';
import { DownloadButton } from '../../parts/lists/download-button.js';
import { Empty, NothingFound } from '../../parts/lists/empty.js';
import { Paged } from '../../parts/lists/pager.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useAddress } from '../../parts/use-address.js';
import { useViewer } from '../../state/viewer.js';
import { formatClock } from '../../texts/format.js';
import { dayOf } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
import type { Asked } from './message-filter.js';
import { words } from './texts.js';

interface MessageList<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: ComponentProps<typeof Paged>['list']['pageInfo'];
}

interface ListFrameProps<Data, Row> {
  readonly kind: Kind;
  readonly asked: Asked<object>;
  readonly answer: Answer<Data>;
  readonly listOf: (data: Data) => MessageList<Row>;
  readonly pageRows: number;
  readonly question: Question;
  /** What downloads all that the list has. */
  readonly exported: CreateExportLinkInput;
  readonly filters: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** What both lists have around their rows. */
export function ListFrame<Data, Row>(props: ListFrameProps<Data, Row>) {
  const { kind, asked, answer, listOf, pageRows, question, exported, filters, children } = props;
  const { at, data, reload } = answer;
  return (
    <Page
      title={words.title}
      sentence={
        <>
          {sentenceOf(kind, asked)} {/* Its place is there before the answer. */}
          <span style={{ visibility: at ? undefined : 'hidden' }}>
            {words.sentence.asOf(formatClock(at ?? new Date()))}
          </span>
        </>
      }
      question={question}
      actions={
        <>
          {data && listOf(data).nodes.length > 0 && <DownloadButton label={text.list.download} rows={exported} />}
          <Button onClick={reload}>{words.reload}</Button>
        </>
      }
    >
      <KindTabs current={kind} />
      {filters}
      <Panel answer={answer} height="40rem" listOf={listOf}>
        {(data) => {
          const list = listOf(data);
          const { nodes: rows, pageInfo } = list;
          return (
            <Paged list={list} none={<Nothing kind={kind} asked={asked} />}>
              {rows.length > 0 && children(rows)}
              {rows.length < pageRows && pageInfo.hasNextPage && <p className="quiet">{text.list.short}</p>}
            </Paged>
          );
        }}
      </Panel>
    </Page>
  );
}

function sentenceOf(kind: Kind, { isLastDay, to }: Asked<object>): string {
  if (to) return words.sentence.to(words[kind], to);
  return isLastDay ? words.sentence.lastDay(words[kind]) : words.sentence.filtered(words[kind]);
}

const MONTH_MS = 30 * 86_400_000;

function Nothing({ kind, asked: { to, isFiltered } }: { readonly kind: Kind; readonly asked: Asked<object> }) {
  const other = kind === 'sms' ? 'chat' : 'sms';
  if (to)
    return (
      <Empty title={words.none.to(words.kindsInside[kind], to)} how={words.none.toHow}>
        <Link className="button" href={addressOfKind(other, to)}>
          {words.look[other]}
        </Link>
      </Empty>
    );
  if (isFiltered) return <NothingFound unfiltered={addressOfKind(kind, null)} />;
  const since = dayOf(new Date(Date.now() - MONTH_MS));
  return (
    <Empty title={words.none.lastDay(words.kindsInside[kind])} how={words.none.lastDayHow}>
      <Link className="button" href={`${addressOfKind(kind, null)}?from=${since}`}>
        {words.older}
      </Link>
    </Empty>
  );
}

type Kind = 'sms' | 'chat';

const KINDS: readonly Kind[] = ['sms', 'chat'];
const READS = { sms: 'SMS_READ', chat: 'CHAT_READ' } as const;

/** The kinds that the viewer may read. A number that was looked for is looked for in the other kind too. */
function KindTabs({ current }: { readonly current: Kind }) {
  const { parameters } = useAddress();
  const scopes = useViewer()?.scopes ?? [];
  return (
    <nav className="tabs" aria-label={words.kinds}>
      {KINDS.filter((kind) => kind === current || scopes.includes(READS[kind])).map((kind) => (
        <Link
          key={kind}
          href={addressOfKind(kind, parameters.get('to'))}
          aria-current={kind === current ? 'page' : undefined}
        >
          {words[kind]}
        </Link>
      ))}
    </nav>
  );
}

export function addressOfKind(kind: Kind, to: string | null): string {
  const path = kind === 'chat' ? '/messages/chat' : '/messages';
  return to ? `${path}?${new URLSearchParams({ to })}` : path;
}
