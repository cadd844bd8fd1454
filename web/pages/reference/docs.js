import { findMembership, showMembership } from './organisation.js';

const reference = document.getElementById('api-reference');
const membership = await findMembership();
showMembership(membership);
if (membership) {
  const configuration = JSON.parse(reference.dataset.configuration);
  configuration.authentication.securitySchemes = { organisation: { value: membership.chosen.organisationId } };
  reference.dataset.configuration = JSON.stringify(configuration);
}
// It reads the element above when it runs.
const scalar = document.createElement('script');
scalar.src = '/docs/scalar.js';
document.body.append(scalar);
