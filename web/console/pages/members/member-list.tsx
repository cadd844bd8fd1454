import { useState } from 'react';
import {
  LeaveOrganisation,
  type MemberRole,
  type MemberRowFragment,
  type MembersQuery,
  RemoveMember,
} from '../../generated/documents.js';
import { ConfirmChange } from '../../parts/forms/confirm-change.js';
import { Pager } from '../../parts/lists/pager.js';
import { RowButton } from '../../parts/lists/row-button.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Typed } from '../../parts/typed.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { ChangeRole, mayGrant } from './roles.js';
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
      {task?.kind === 'remove' && (
        <ConfirmChange
          title={words.removing.title(task.member.person.name)}
          action={words.removing.action}
          mutation={RemoveMember}
          input={() => ({ personId: task.member.person.id })}
          onDone={finish}
          onClose={close}
        >
          <p>{words.removing.what}</p>
          <p>{words.removing.keys}</p>
        </ConfirmChange>
      )}
    </div>
  );
}

/** Afterwards the person stands at the address that leads to their other organisations. */
export function Leave({ onClose }: { readonly onClose: () => void }) {
  const { id = '', name = '' } = useViewer()?.organisation ?? {};
  return (
    <ConfirmChange
      title={words.leaving.title(name)}
      action={words.leaving.action}
      typed={name}
      mutation={LeaveOrganisation}
      input={() => ({ organisationId: id })}
      onDone={() => location.assign('/app/')}
      onClose={onClose}
    >
      <p>{words.leaving.what}</p>
    </ConfirmChange>
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
    name: text.list.actions,
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
