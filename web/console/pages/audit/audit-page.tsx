import { useAnswer } from '../../api/use-answer.js';
import { AuditLog } from '../../generated/documents.js';
import { Empty } from '../../parts/lists/empty.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { Table } from '../../parts/lists/table.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
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
    <Page title={words.title} sentence={words.sentence} question={{ query: AuditLog, variables }}>
      {mayRead && <AuditFilters actors={actors} isWaiting={!answer.data} />}
      <div className="audit">
        <Panel answer={answer} height="40rem" listOf={({ auditLog }) => auditLog}>
          {({ auditLog }) => (
            <Paged
              list={auditLog}
              unfiltered={filter && '/audit'}
              none={<Empty title={words.none} how={words.noneHow} />}
            >
              <Table caption={words.title} columns={COLUMNS} rows={auditLog.nodes} keyOf={({ id }) => id} />
            </Paged>
          )}
        </Panel>
      </div>
    </Page>
  );
}
