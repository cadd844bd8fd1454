import { Component, type ReactNode } from 'react';
import { text } from '../texts/text.js';

/** Shows that the page has failed, where React would show nothing at all. The fault itself is in the browser's console. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="alone">
        <h1>{text.failures.broken}</h1>
        <p>{text.failures.brokenHow}</p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          {text.failures.retry}
        </button>
      </main>
    );
  }
}
