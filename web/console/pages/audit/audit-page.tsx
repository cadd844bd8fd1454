import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { AuditLog } from '../../generated/documents.js';
import { CopyMenu } from '../../parts/lists/copy-menu.js';
import { Empty } from '../../parts/lists/empty.js';
import { Pager, usePageArguments } from '../../parts/lists/pager.js';
import { Table } from '../../parts/lists/table.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { text } from '../../texts/text.js';
import { COLUMNS } from './audit-columns.js';
import { AuditFilters, useAuditFilter } from './audit-filters.js';
import { words } from './texts.js';
import './audit.css';

const PAGE_ROWS = 50;

export function AuditPage() {
  const filter = useAuditFilter();
  const variables = { filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(AuditLog, variables);
  const entries = answer.data?.auditLog.nodes ?? [];
  const actors = new Map(entries.flatMap(({ actor: { id, name } }) => (id ? [[id, name] as const] : [])));
  const mayRead = answer.failure?.code !== 'FORBIDDEN';
  return (
    <Page title={words.title} sentence={words.sentence} actions={<CopyMenu query={AuditLog} variables={variables} />}>
      {mayRead && <AuditFilters actors={actors} isWaiting={!answer.data} />}
      <div className="audit">
        <Panel answer={answer} height="40rem" listOf={({ auditLog }) => auditLog}>
          {({ auditLog: { nodes, pageInfo } }) =>
            nodes.length > 0 ? (
              <>
                <Table caption={words.title} columns={COLUMNS} rows={nodes} keyOf={({ id }) => id} />
                <Pager pageInfo={pageInfo} count={nodes.length} />
              </>
            ) : filter ? (
              <Empty title={text.list.nothing}>
                <Link className="button" href="/audit">
                  {text.list.clear}
                </Link>
              </Empty>
            ) : (
              <Empty title={words.none} how={words.noneHow} />
            )
          }
        </Panel>
      </div>
    </Page>
  );
}
