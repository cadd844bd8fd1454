import type { Page } from 'playwright-core';

/** What a page is told of a call: an answer, or that the browser does not show it one. */
export interface Shown {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly refused?: string;
}

export interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: 'include' | 'omit';
}

/** A call by the page's own script. A stream of events is read until its first event. */
export function callFrom(page: Page, asked: Asked): Promise<Shown> {
  return page.evaluate(async ({ url, ...init }) => {
    const gone = new AbortController();
    try {
      const response = await fetch(url, { ...init, signal: gone.signal });
      const headers = Object.fromEntries(response.headers);
      const { status } = response;
      if (!headers['content-type']?.startsWith('text/event-stream'))
        return { status, headers, text: await response.text() };
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (reader && !text.includes('event: next')) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
      }
      return { status, headers, text };
    } catch (error) {
      return { refused: String(error) };
    } finally {
      gone.abort();
    }
  }, asked);
}

/** Opens a WebSocket, shows these headers, subscribes, and returns the first answer, or how it ended. */
export function subscribeFrom(page: Page, url: string, payload: object, query: string): Promise<string> {
  const asked = { url: url.replace(/^http/, 'ws'), payload, query };
  return page.evaluate(
    ({ url, payload, query }) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(url, 'graphql-transport-ws');
        const say = (message: object) => socket.send(JSON.stringify(message));
        let isOpen = false;
        socket.onopen = () => {
          isOpen = true;
          say({ type: 'connection_init', payload });
        };
        socket.onclose = ({ code }) => resolve(isOpen ? `closed with ${code}` : 'never opened');
        socket.onmessage = ({ data }) => {
          const { type } = JSON.parse(data);
          if (type === 'connection_ack') say({ id: '1', type: 'subscribe', payload: { query } });
          if (type !== 'next') return;
          resolve(data);
          socket.close();
        };
      }),
    asked,
  );
}
