import { useState } from 'react';
import type { MemberRole, MemberRowFragment, MembersQuery } from '../../generated/documents.js';
import { Pager } from '../../parts/lists/pager.js';
import { RowButton } from '../../parts/lists/row-button.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Typed } from '../../parts/typed.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { ChangeRole } from './change-role.js';
import { Leave, Remove } from './confirmations.js';
import { mayGrant } from './roles.js';
import { words } from './texts.js';

type Task = { readonly kind: 'change' | 'remove' | 'leave'; readonly member: MemberRowFragment };

interface MemberListProps {
  readonly members: MembersQuery['members'];
  readonly own: MemberRole;
  readonly onChange: () => void;
}

export function MemberList({ members: { nodes, pageInfo }, own, onChange }: MemberListProps) {
  const [task, setTask] = useState<Task | null>(null);
  const personId = useViewer()?.person?.id;
  const close = () => setTask(null);
  const finish = () => {
    close();
    onChange();
  };
  const isWhole = !pageInfo.hasNextPage && !pageInfo.hasPreviousPage;
  const owners = nodes.filter(({ role }) => role === 'OWNER').length;
  const isLastOwner = ({ role }: MemberRowFragment) => isWhole && owners === 1 && role === 'OWNER';
  return (
    <div>
      <Table
        caption={words.title}
        columns={columnsFor({ own, personId, isLastOwner, onTask: setTask })}
        rows={nodes}
        keyOf={({ person }) => person.id}
      />
      <Pager pageInfo={pageInfo} count={nodes.length} />
      {task?.kind === 'change' && (
        <ChangeRole
          member={task.member}
          own={own}
          isSelf={task.member.person.id === personId}
          onEnd={finish}
          onClose={close}
        />
      )}
      {task?.kind === 'leave' && <Leave onClose={close} />}
      {task?.kind === 'remove' && <Remove member={task.member} onEnd={finish} onClose={close} />}
    </div>
  );
}

interface ColumnsFor {
  readonly own: MemberRole;
  readonly personId: string | undefined;
  readonly isLastOwner: (member: MemberRowFragment) => boolean;
  readonly onTask: (task: Task) => void;
}

const columnsFor = ({ own, personId, isLastOwner, onTask }: ColumnsFor): readonly Column<MemberRowFragment>[] => [
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
    name: words.actions,
    cell: (member) => {
      if (isLastOwner(member)) return <span className="quiet">{words.lastOwner}</span>;
      if (!mayGrant(own, member.role)) return null;
      const { id, name } = member.person;
      return (
        <span className="row-actions">
          <RowButton label={words.change} of={name} onPress={() => onTask({ kind: 'change', member })} />
          {id === personId ? (
            <RowButton label={words.leave} of={name} onPress={() => onTask({ kind: 'leave', member })} />
          ) : (
            <RowButton label={words.remove} of={name} onPress={() => onTask({ kind: 'remove', member })} />
          )}
        </span>
      );
    },
  },
];
