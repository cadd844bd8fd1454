import type { ComponentProps } from 'react';
import {
  LeaveOrganisation,
  type MemberRole,
  type MemberRowFragment,
  type MembersQuery,
  RemoveMember,
} from '../../generated/documents.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { Pager } from '../../parts/lists/pager.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Typed } from '../../parts/typed.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { ChangeRole, mayGrant } from './roles.js';
import { words } from './texts.js';

interface MemberListProps {
  readonly members: MembersQuery['members'];
  readonly own: MemberRole;
}

export function MemberList({ members: { nodes, pageInfo }, own }: MemberListProps) {
  const personId = useViewer()?.person?.id;
  const isWhole = !pageInfo.hasNextPage && !pageInfo.hasPreviousPage;
  const owners = nodes.filter(({ role }) => role === 'OWNER').length;
  const isLastOwner = ({ role }: MemberRowFragment) => isWhole && owners === 1 && role === 'OWNER';
  return (
    <div>
      <Table
        caption={words.title}
        columns={columnsFor({ own, personId, isLastOwner })}
        rows={nodes}
        keyOf={({ person }) => person.id}
      />
      <Pager pageInfo={pageInfo} count={nodes.length} />
    </div>
  );
}

function Remove({ person: { id, name } }: Pick<MemberRowFragment, 'person'>) {
  return (
    <ConfirmButton
      button={words.remove}
      of={name}
      title={words.removing.title(name)}
      action={words.removing.action}
      mutation={RemoveMember}
      input={() => ({ personId: id })}
    >
      <p>{words.removing.what}</p>
      <p>{words.removing.keys}</p>
    </ConfirmButton>
  );
}

/** Afterwards the person stands at the address that leads to their other organisations. */
export function Leave(button: Pick<ComponentProps<typeof ConfirmButton>, 'button' | 'of'>) {
  const { id = '', name = '' } = useViewer()?.organisation ?? {};
  return (
    <ConfirmButton
      {...button}
      title={words.leaving.title(name)}
      action={words.leaving.action}
      typed={name}
      mutation={LeaveOrganisation}
      input={() => ({ organisationId: id })}
      onDone={() => location.assign('/app/')}
    >
      <p>{words.leaving.what}</p>
    </ConfirmButton>
  );
}

interface ColumnsFor {
  readonly own: MemberRole;
  readonly personId: string | undefined;
  readonly isLastOwner: (member: MemberRowFragment) => boolean;
}

const columnsFor = ({ own, personId, isLastOwner }: ColumnsFor): readonly Column<MemberRowFragment>[] => [
  {
    name: words.columns.person,
    isHeader: true,
    cell: ({ person: { id, name, email } }) => (
      <span className="two-lines">
        <span>
          <strong>
            <Typed>{name}</Typed>
          </strong>{' '}
          {id === personId && <span className="quiet">({words.you})</span>}
        </span>
        <span className="quiet">{email}</span>
      </span>
    ),
  },
  {
    name: words.columns.role,
    cell: ({ role }) => (
      <span className="two-lines">
        {text.roles[role]}
        <span className="quiet">{words.may[role]}</span>
      </span>
    ),
  },
  { name: words.columns.joined, cell: ({ joinedAt }) => <Moment at={joinedAt} /> },
  {
    name: text.list.actions,
    cell: (member) => {
      if (isLastOwner(member)) return <span className="quiet">{words.lastOwner}</span>;
      if (!mayGrant(own, member.role)) return null;
      const { id, name } = member.person;
      return (
        <span className="row-actions">
          <ChangeRole member={member} own={own} isSelf={id === personId} />
          {id === personId ? <Leave button={words.leave} of={name} /> : <Remove person={member.person} />}
        </span>
      );
    },
  },
];
