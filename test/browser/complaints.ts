import type { BrowserContext } from 'playwright-core';

/**
 * What a browser complains about: uncaught errors, unhandled rejections, and the errors and warnings in its console.
 */
export interface Complaints {
  /** For a test that makes a page fail on purpose: complaints like these are no fault, until the next `take`. */
  expect(...patterns: readonly RegExp[]): void;
  /** The complaints since the last call that no test expected. */
  take(): readonly string[];
}

export function listenTo(context: BrowserContext): Complaints {
  let heard: string[] = [];
  let expected: readonly RegExp[] = [];
  context.on('weberror', (event) => heard.push(String(event.error())));
  context.on('console', (message) => {
    if (/error|warning/.test(message.type())) heard.push(`${message.text()} (${message.location().url})`);
  });
  return {
    expect(...patterns) {
      expected = [...expected, ...patterns];
    },
    take() {
      const unexpected = heard.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
      heard = [];
      expected = [];
      return unexpected;
    },
  };
}
