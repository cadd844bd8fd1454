import { type ReactNode, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { UpdateWebhook, WebhookPage as WebhookPageDocument } from '../../generated/documents.js';
import { usePolling } from '../../live/use-every.js';
import { Button, WriteButton } from '../../parts/forms/buttons.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { usePageArguments } from '../../parts/lists/pager.js';
import { News } from '../../parts/news.js';
import { NothingHere, Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Sandbox } from '../../parts/states/status.js';
import { useAddress } from '../../parts/use-address.js';
import { formatNumber, formatTime } from '../../texts/format.js';
import { Deliveries, useDeliveryFilter } from './deliveries.js';
import { detail } from './detail-texts.js';
import { RedeliverDialog } from './redeliver-dialog.js';
import { Settings } from './settings.js';
import { NextTry, stateOf, type WebhookDetail } from './states.js';
import { TestDialog } from './test-dialog.js';
import { words } from './texts.js';
import { Trouble } from './trouble.js';
import './webhooks.css';
import { Facts } from '../../parts/facts.js';
import { EventTypeCode } from '../../parts/states/event-type.js';
import { Breakable } from '../../parts/typed.js';

const PAGE_ROWS = 25;

export function WebhookPage() {
  const { id = '' } = useParams();
  const isSettings = useAddress().parameters.get('tab') === 'settings';
  const filter = useDeliveryFilter();
  const variables = { id, filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(WebhookPageDocument, variables);
  usePolling(answer.reload);
  const webhook = answer.data?.webhookEndpoint;
  if (webhook === null) return <NothingHere />;
  return (
    <Page
      title={webhook ? (webhook.description ?? webhook.url) : answer.failure && words.title}
      sentence={webhook && sentenceOf(webhook)}
      question={{ query: WebhookPageDocument, variables }}
      actions={webhook && <Actions webhook={webhook} onChange={answer.reload} />}
    >
      <Panel answer={answer} height="40rem" listOf={({ webhookEndpoint }) => webhookEndpoint?.deliveries}>
        {({ webhookEndpoint, installation }) =>
          webhookEndpoint && (
            <>
              <Trouble webhook={webhookEndpoint} onChange={answer.reload} />
              <WebhookFacts webhook={webhookEndpoint} />
              <Tabs isSettings={isSettings} />
              {isSettings ? (
                <Settings webhook={webhookEndpoint} reach={installation.webhookReach} />
              ) : (
                <Deliveries webhook={webhookEndpoint} onChange={answer.reload} />
              )}
            </>
          )
        }
      </Panel>
    </Page>
  );
}

function sentenceOf(webhook: WebhookDetail): ReactNode {
  return (
    <>
      {stateSentence(webhook)} <News words={words.states[stateOf(webhook)]} />
      {webhook.test && (
        <>
          <Sandbox /> {detail.sandboxNote}
        </>
      )}
    </>
  );
}

function stateSentence(webhook: WebhookDetail): string {
  const { failingSince, failures, behind, recent } = webhook;
  switch (stateOf(webhook)) {
    case 'gone':
      return detail.gone;
    case 'abandoned':
      return detail.abandoned;
    case 'paused':
      return detail.paused(behind);
    case 'failing':
      return detail.failing(formatTime(new Date(failingSince ?? '')), failures);
    default:
      if (behind > 0) return detail.posting(behind);
      return recent.failed > 0 ? detail.mostly(recent.delivered, recent.failed) : detail.healthy(recent.delivered);
  }
}

interface PartProps {
  readonly webhook: WebhookDetail;
  readonly onChange: () => void;
}

function Actions({ webhook, onChange }: PartProps) {
  const { id: webhookId, status } = webhook;
  const [open, setOpen] = useState<'test' | 'again' | null>(null);
  const update = useChange(UpdateWebhook);
  const wanted = status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE';
  return (
    <>
      <Button onClick={() => setOpen('test')}>{detail.actions.test}</Button>
      <Button onClick={() => setOpen('again')}>{detail.actions.again}</Button>
      <WriteButton
        isRunning={update.isRunning}
        onClick={() => void update.run({ input: { webhookId, status: wanted } }).then(onChange)}
      >
        {status === 'ACTIVE' ? detail.actions.pause : detail.actions.goOn}
      </WriteButton>
      <FormErrors refusal={update} />
      {open === 'test' && <TestDialog webhookId={webhookId} onClose={() => setOpen(null)} />}
      {open === 'again' && <RedeliverDialog webhook={webhook} onDone={onChange} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Where the endpoint stands, and what it gets. */
function WebhookFacts({ webhook }: { readonly webhook: WebhookDetail }) {
  const { url, types, behind, recent, nextAttemptAt } = webhook;
  const { facts } = detail;
  return (
    <div className="card webhook-facts">
      <Facts
        facts={{
          [facts.behind]: behind === 0 ? words.upToDate : words.events(behind),
          [facts.next]: nextAttemptAt && behind > 0 ? <NextTry at={nextAttemptAt} /> : null,
          [facts.delivered]: formatNumber(recent.delivered),
          [facts.failed]: formatNumber(recent.failed),
          [facts.p95]: recent.p95Ms === null ? null : detail.ms(recent.p95Ms),
        }}
      />
      <Facts
        facts={{
          [facts.address]: (
            <code>
              <Breakable text={url} />
            </code>
          ),
          [facts.types]: types === null ? words.allTypes : <TypeList types={types} />,
        }}
      />
    </div>
  );
}

function TypeList({ types }: { readonly types: NonNullable<WebhookDetail['types']> }) {
  return (
    <span className="type-list">
      {types.map((type) => (
        <EventTypeCode key={type} type={type} />
      ))}
    </span>
  );
}

/** Each view has an address of its own, so they are links. Filters of one view mean nothing in the other. */
function Tabs({ isSettings }: { readonly isSettings: boolean }) {
  const [path] = useLocation();
  return (
    <nav className="tabs" aria-label={detail.tabs.label}>
      <Link href={path} aria-current={isSettings ? undefined : 'page'}>
        {detail.tabs.deliveries}
      </Link>
      <Link href={`${path}?tab=settings`} aria-current={isSettings ? 'page' : undefined}>
        {detail.tabs.settings}
      </Link>
    </nav>
  );
}
