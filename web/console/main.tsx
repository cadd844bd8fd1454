import './styles.css';
import { useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { Redirect, Route, Router, Switch, useParams } from 'wouter';
import { createApiClient } from './api/client.js';
import { ErrorBoundary } from './frame/error-boundary.js';
import { Frame } from './frame/frame.js';
import { Home } from './frame/home.js';
import { Pages } from './pages/pages.js';
import { watchConnection } from './state/connection.js';
import { watchPreferences } from './state/preferences.js';

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The console. Each address names the organisation, so that two tabs can show two. */
function App() {
  return (
    <ErrorBoundary>
      <Router base="/app">
        <Switch>
          <Route path={new RegExp(`^/(?<organisationId>${UUID})(?=/|$)`)} nest>
            <Organisation />
          </Route>
          <Route path="/">
            <WithClient organisationId={null}>
              <Home />
            </WithClient>
          </Route>
          <Route>
            <Redirect to="/" />
          </Route>
        </Switch>
      </Router>
    </ErrorBoundary>
  );
}

function Organisation() {
  const { organisationId = '' } = useParams();
  return (
    <WithClient organisationId={organisationId} key={organisationId}>
      <Frame>
        <Pages />
      </Frame>
    </WithClient>
  );
}

function WithClient({
  organisationId,
  children,
}: {
  readonly organisationId: string | null;
  readonly children: React.ReactNode;
}) {
  const client = useMemo(() => createApiClient(organisationId), [organisationId]);
  return <Provider value={client}>{children}</Provider>;
}

watchPreferences();
watchConnection();
const root = document.getElementById('root');
if (!root) throw new Error('The page lacks its root.');
createRoot(root).render(<App />);
