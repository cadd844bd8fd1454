import { configureGateways, GatewayConfigError, type GatewaySetup } from './configure.js';
import type { GatewayDefaults } from './entries.js';
import { type JsonPlaces, lineAndColumn, readPlaces } from './wire/json-places.js';

/** The same from the text of the file, so that every fault can be found in it. Quotes nothing: it holds secrets. */
export function configureFromText(text: string, path: string, defaults: GatewayDefaults): GatewaySetup {
  const json = text.replace(/^\uFEFF/, '');
  const places = readPlaces(json);
  if (places.faultAt !== null) {
    const { line, column } = lineAndColumn(json, places.faultAt);
    throw new GatewayConfigError([`The file ${path} is not JSON: see line ${line}, column ${column}.`]);
  }
  try {
    return configureGateways(JSON.parse(json), defaults);
  } catch (error) {
    if (!(error instanceof GatewayConfigError)) throw error;
    throw new GatewayConfigError(error.problems.map((problem) => withLine(problem, json, places)));
  }
}

/** Problems begin with their path. What is missing has no line of its own: it belongs where its parent stands. */
function withLine(problem: string, text: string, { offsets }: JsonPlaces): string {
  const end = problem.indexOf(': ');
  let path = problem.slice(0, end);
  while (path !== '' && !offsets.has(path)) path = path.slice(0, Math.max(0, path.search(/[.[][^.[]*$/)));
  const offset = offsets.get(path);
  if (path === '' || offset === undefined) return problem;
  return `${problem.slice(0, end)} (line ${lineAndColumn(text, offset).line})${problem.slice(end)}`;
}
