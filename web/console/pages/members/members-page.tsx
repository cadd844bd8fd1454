import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { type MemberRole, Members, WhoAmI } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { usePageArguments } from '../../parts/lists/pager.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { text } from '../../texts/text.js';
import { InvitationList } from './invitation-list.js';
import { Leave, MemberList } from './member-list.js';
import { Invite } from './roles.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

/** Everybody can read their role here, and leave; owners and admins manage the members. */
export function MembersPage() {
  const answer = useAnswer(WhoAmI, {});
  const variables = usePageArguments(PAGE_ROWS);
  const [isInviting, setInviting] = useState(false);
  const viewer = answer.data?.viewer;
  const role = viewer?.role ?? null;
  const mayManage = viewer?.scopes.includes('ORGANISATION_MANAGE') ?? false;
  const managed = useAnswer(Members, variables, { pause: !mayManage });
  return (
    <Page
      title={words.title}
      sentence={role && (mayManage ? words.sentence : words.own(text.roles[role]))}
      question={mayManage ? { query: Members, variables } : undefined}
      actions={
        mayManage && (
          <Button look="primary" onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        )
      }
    >
      <Panel answer={answer} height="20rem">
        {() => {
          if (!role) return null;
          if (!mayManage) return <OwnRole role={role} />;
          return (
            <Panel answer={managed} height="20rem">
              {({ members, invitations }) => (
                <div className="stack">
                  <MemberList members={members} own={role} />
                  <InvitationList invitations={invitations.nodes} own={role} />
                </div>
              )}
            </Panel>
          );
        }}
      </Panel>
      {isInviting && role && (
        <Invite
          own={role}
          onEnd={() => {
            setInviting(false);
            managed.reload();
          }}
          onClose={() => setInviting(false)}
        />
      )}
    </Page>
  );
}

function OwnRole({ role }: { readonly role: MemberRole }) {
  return (
    <div className="card stack">
      <div>
        <p>
          <strong>{text.roles[role]}</strong>
        </p>
        <p>{words.may[role]}</p>
      </div>
      <p>
        <Leave button={words.leaving.button} />
      </p>
    </div>
  );
}
