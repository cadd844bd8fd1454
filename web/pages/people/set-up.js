import { change, onSubmit, onToken, part, show } from './app.js';
import { showReady } from './key.js';

const SET_UP = `mutation SetUp($input: SetUpInput!) {
  setUp(input: $input) { organisation { id name } userErrors { code message path } }
}`;

let token = null;

onToken((given) => {
  token = given;
  show(token ? 'set-up-step' : 'no-link');
});

onSubmit(part('set-up'), async ({ name, email, password, organisationName }) => {
  const { organisation } = await change(SET_UP, { token, name, email, password, organisationName });
  showReady(organisation);
});
