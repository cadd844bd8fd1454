import { MARK, page } from './layout.js';

/** A campaign as the console shows it, as a picture. */
const EXAMPLE = `<figure class="example" aria-label="An example of a campaign">
<div class="card">
<p class="example-name"><strong>Appointment reminders</strong> <span class="quiet">sent 09:00</span></p>
<p class="example-count"><strong>9,214</strong> of 9,812 delivered</p>
<p class="example-bar" aria-hidden="true"><span></span><span></span><span></span></p>
<ul role="list" class="example-parts">
<li><span class="dot under-way"></span>402 on their way</li>
<li><span class="dot not-arrived"></span>118 phones switched off: try again later</li>
<li><span class="dot not-arrived"></span>78 numbers that do not exist</li>
</ul>
</div>
</figure>
`;

const DOORS = `<ul role="list" class="doors">
<li><h2><a href="/app/">Console</a></h2><p>Send, and watch what becomes of every message.</p></li>
<li><h2><a href="/docs">REST reference</a></h2><p>Every call with its fields, errors and an example. <a href="/openapi.json">openapi.json</a></p></li>
<li><h2><a href="/graphiql">GraphiQL</a></h2><p>Explore the GraphQL API, and try it here. <a href="/schema.graphql">schema.graphql</a></p></li>
<li><h2><a href="/readyz">Readiness</a></h2><p>For operators of this server. <a href="/metrics">metrics</a></p></li>
</ul>
`;

export const LANDING_PAGE = page(
  'Postrider',
  '',
  `<header class="landing-head">${MARK}<a class="button" href="/sign-in">Sign in</a></header>
<main class="landing">
<div class="hero">
<div class="hero-words">
<h1>Send a message to thousands. Know what became of each.</h1>
<p class="lead">SMS and chat messages over REST, GraphQL or the console, with the outcome and its reason for every recipient.</p>
<p class="actions"><a class="button primary large" href="/app/">Open the console</a> <a class="button large" href="/docs">Read the API</a></p>
<p class="quiet">Is this the first start? The link that the server printed creates the first account.</p>
</div>
${EXAMPLE}</div>
${DOORS}</main>
`,
);
