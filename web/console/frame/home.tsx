import { useLayoutEffect } from 'react';
import { Redirect } from 'wouter';
import { useAnswer } from '../api/use-answer.js';
import { WhoAmI } from '../generated/documents.js';
import { Panel } from '../parts/panel.js';
import { lastOrganisation } from '../state/preferences.js';
import { viewerStore } from '../state/viewer.js';
import { text } from '../texts/text.js';
import { SignInDialog } from './sign-in-dialog.js';

/** The address without an organisation leads to the one that was open last. */
export function Home() {
  const answer = useAnswer(WhoAmI, {});
  // Who looks belongs to no organisation here. Its page would say that the person is no member, and ask nothing.
  useLayoutEffect(() => () => viewerStore.set(null), []);
  return (
    <main className="alone">
      <SignInDialog />
      <Panel answer={answer}>
        {({ viewer: { organisations } }) => {
          const last = lastOrganisation.get();
          const chosen = organisations.find(({ organisationId }) => organisationId === last) ?? organisations[0];
          if (chosen) return <Redirect to={`/${chosen.organisationId}`} replace />;
          return (
            <>
              <h1>{text.frame.noOrganisation}</h1>
              <p>{text.frame.noOrganisationHow}</p>
              <a className="button primary" href="/sign-in">
                {text.frame.account}
              </a>
            </>
          );
        }}
      </Panel>
    </main>
  );
}
