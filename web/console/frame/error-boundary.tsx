import { Component, type ReactNode } from 'react';
import { Button } from '../parts/forms/buttons.js';
import { text } from '../texts/text.js';

interface Props {
  /** Where the fault would be shown. At another place what stands there is tried again. */
  readonly place?: string;
  /** What stands in for the children; `div` inside of the frame, which has a `main`. */
  readonly as?: 'main' | 'div';
  readonly children: ReactNode;
}

interface State {
  readonly shownAt?: string | undefined;
  readonly hasFailed: boolean;
}

/**
 * Shows that the page has failed, where React would show nothing at all. The fault itself is in the browser's console.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: Props, { shownAt }: State): Partial<State> | null {
    return place === shownAt ? null : { shownAt: place, hasFailed: false };
  }

  override render() {
    const { as: Around = 'main', children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Around className="alone">
        <h1>{text.failures.broken}</h1>
        <p>{text.failures.brokenHow}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {text.failures.retry}
        </Button>
      </Around>
    );
  }
}
