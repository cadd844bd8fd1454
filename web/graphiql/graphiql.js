import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows GraphiQL in `element`. `urls` has the addresses of GraphQL over HTTP and over WebSocket. */
export function showGraphiQL(element, urls, props) {
  const fetcher = createGraphiQLFetcher({ url: urls.http, subscriptionUrl: urls.webSocket });
  createRoot(element).render(createElement(GraphiQL, { ...props, fetcher }));
}
