import { useAnswer } from '../../api/use-answer.js';
import { EndExportLink, type ExportLinkRowFragment, ExportLinks } from '../../generated/documents.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Panel } from '../../parts/panel.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

const { links } = words;

/** A link works without signing in, so owners and admins see all links of the organisation and can end them. */
export function DownloadLinks() {
  const answer = useAnswer(ExportLinks, {});
  return (
    <section className="stack" aria-labelledby="download-links">
      <div>
        <h2 id="download-links">{links.title}</h2>
        <p className="quiet">{links.how}</p>
      </div>
      <Panel answer={answer}>
        {({ exportLinks: { nodes, totalCount } }) =>
          nodes.length === 0 ? (
            <p className="quiet">{links.none}</p>
          ) : (
            <>
              <Table caption={links.title} columns={COLUMNS} rows={nodes} />
              {totalCount > nodes.length && <p className="quiet">{links.more(totalCount - nodes.length)}</p>}
            </>
          )
        }
      </Panel>
    </section>
  );
}

const nameOf = ({ what, createdBy }: ExportLinkRowFragment) => links.of(links.kinds[what], createdBy?.name ?? '');

const COLUMNS: readonly Column<ExportLinkRowFragment>[] = [
  {
    name: links.what,
    isHeader: true,
    cell: ({ what, conditions }) => (
      <span className="two-lines">
        <strong>{links.kinds[what]}</strong>
        {conditions.length > 0 && <span className="quiet">{links.only(conditions)}</span>}
      </span>
    ),
  },
  { name: links.by, cell: ({ createdBy }) => createdBy && <span dir="auto">{createdBy.name}</span> },
  { name: links.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: links.until, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  {
    name: text.list.actions,
    cell: (link) => <EndLink link={link} />,
  },
];

function EndLink({ link }: { readonly link: ExportLinkRowFragment }) {
  const name = nameOf(link);
  return (
    <ConfirmButton
      button={links.end}
      of={name}
      title={links.endTitle(name)}
      action={links.end}
      mutation={EndExportLink}
      input={() => ({ exportLinkId: link.id })}
    >
      <p>{links.final}</p>
    </ConfirmButton>
  );
}
