import './members.css';
import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { type MemberRole, Members, WhoAmI } from '../../generated/documents.js';
import { CopyMenu } from '../../parts/copy-menu.js';
import { Page } from '../../parts/page.js';
import { usePageArguments } from '../../parts/pager.js';
import { Panel } from '../../parts/panel.js';
import { text } from '../../texts/text.js';
import { Leave } from './confirmations.js';
import { InvitationList } from './invitation-list.js';
import { Invite } from './invite.js';
import { MemberList } from './member-list.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

/** Everybody can read their role here, and leave; owners and admins manage the members. */
export function MembersPage() {
  const answer = useAnswer(WhoAmI, {});
  const variables = usePageArguments(PAGE_ROWS);
  const [isInviting, setInviting] = useState(false);
  /** A list is made anew when a person was invited. */
  const [invited, setInvited] = useState(0);
  const viewer = answer.data?.viewer;
  const role = viewer?.role ?? null;
  const mayManage = viewer?.scopes.includes('organisation:manage') ?? false;
  return (
    <Page
      title={words.title}
      sentence={role && (mayManage ? words.sentence : words.own(text.roles[role]))}
      actions={
        <>
          {mayManage && <CopyMenu query={Members} variables={variables} />}
          {mayManage && (
            <button type="button" className="button primary" onClick={() => setInviting(true)}>
              {words.invite}
            </button>
          )}
        </>
      }
    >
      <Panel answer={answer} height="14rem">
        {() => {
          if (!role) return null;
          if (!mayManage) return <OwnRole role={role} />;
          return (
            <div className="stack">
              <MemberList variables={variables} own={role} />
              <InvitationList key={invited} own={role} />
            </div>
          );
        }}
      </Panel>
      {isInviting && role && (
        <Invite
          own={role}
          onEnd={() => {
            setInviting(false);
            setInvited(invited + 1);
          }}
          onClose={() => setInviting(false)}
        />
      )}
    </Page>
  );
}

function OwnRole({ role }: { readonly role: MemberRole }) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className="card stack own-role">
      <div>
        <p>
          <strong>{text.roles[role]}</strong>
        </p>
        <p>{words.may[role]}</p>
      </div>
      <button type="button" className="button" onClick={() => setLeaving(true)}>
        {words.leaving.button}
      </button>
      {isLeaving && <Leave onClose={() => setLeaving(false)} />}
    </div>
  );
}
