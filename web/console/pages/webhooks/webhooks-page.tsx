import { useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { type WebhookRowFragment, Webhooks } from '../../generated/documents.js';
import { usePolling } from '../../live/use-every.js';
import { Empty } from '../../parts/lists/empty.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Sandbox } from '../../parts/states/status.js';
import { Breakable, Typed } from '../../parts/typed.js';
import { useMay } from '../../state/viewer.js';
import { CreateWebhook } from './create-webhook.js';
import { needsSomebody, WebhookState } from './states.js';
import { words } from './texts.js';
import './webhooks.css';
import { Button } from '../../parts/forms/buttons.js';

export function WebhooksPage() {
  const answer = useAnswer(Webhooks, {});
  const mayManage = useMay('WEBHOOKS_MANAGE');
  const [isCreating, setCreating] = useState(false);
  usePolling(answer.reload);
  const rows = answer.data?.webhookEndpoints.nodes ?? [];
  const create = mayManage && (
    <Button look="primary" onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page
      title={words.title}
      sentence={answer.data && sentenceOf(rows)}
      question={{ query: Webhooks, variables: {} }}
      actions={rows.length > 0 && create}
    >
      <Panel answer={answer} height="20rem">
        {() =>
          rows.length === 0 ? (
            <Empty title={words.none} how={words.noneHow}>
              {create}
            </Empty>
          ) : (
            <Table caption={words.title} columns={COLUMNS} rows={rows} />
          )
        }
      </Panel>
      {isCreating && answer.data && (
        <CreateWebhook installation={answer.data.installation} onClose={() => setCreating(false)} />
      )}
    </Page>
  );
}

const sentenceOf = (rows: readonly WebhookRowFragment[]): string | null =>
  rows.length === 0 ? null : words.sentence(rows.length, rows.filter(needsSomebody).length);

const COLUMNS: readonly Column<WebhookRowFragment>[] = [
  {
    name: words.columns.endpoint,
    isHeader: true,
    cell: ({ id, url, description, test }) => (
      <span className="webhook-name">
        <span>
          <Link href={`/webhooks/${id}`}>{description ? <Typed>{description}</Typed> : <Breakable text={url} />}</Link>{' '}
          {test && <Sandbox />}
        </span>
        {description && (
          <code className="quiet">
            <Breakable text={url} />
          </code>
        )}
      </span>
    ),
  },
  {
    name: words.columns.types,
    cell: ({ types }) => (types ? words.someTypes(types.length) : words.allTypes),
  },
  {
    name: words.columns.state,
    cell: (webhook) => (
      <span className="webhook-state">
        <WebhookState webhook={webhook} />
        {webhook.failingSince && (
          <span className="quiet">
            {words.sinceWord} <Moment at={webhook.failingSince} />
          </span>
        )}
      </span>
    ),
  },
  {
    name: words.columns.behind,
    isNumber: true,
    cell: ({ behind }) => (behind === 0 ? words.upToDate : words.events(behind)),
  },
  {
    name: words.columns.success,
    isNumber: true,
    cell: ({ recent: { delivered, failed } }) => words.success(delivered, delivered + failed),
  },
];
