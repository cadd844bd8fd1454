/**
 * Writes `web/console/generated/` from the `.graphql` files of the console and the schema: `npm run schema`. A document
 * becomes the hash of its text, which the server looks up in `documents.json`; subscriptions keep their text, because
 * WebSockets carry no hashes. With `--check` it fails if something else is there.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { formatDocument } from '@urql/core';
import {
  buildSchema,
  concatAST,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'web/console');
const HEAD = '// Written by `npm run schema`. Do not edit.\n';

const SCALARS = {
  DateTime: 'string',
  JSONObject: 'Readonly<Record<string, unknown>>',
  PhoneNumber: 'string',
  SafeInt: 'number',
  StringMap: 'Readonly<Record<string, string>>',
  UUID: 'string',
};

const schema = buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'));
const sources = globSync('**/*.graphql', { cwd: FOLDER })
  .sort()
  .map((path) => ({ location: path, document: withTypenames(parse(readFileSync(join(FOLDER, path), 'utf8'))) }));
const { definitions } = concatAST(sources.map(({ document }) => document));
const fragments = new Map(
  definitions
    .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
    .map((one) => [one.name.value, one]),
);
const operations = definitions.filter((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);

const types = await codegen({
  schema: parse(readFileSync(join(ROOT, 'schema.graphql'), 'utf8')),
  schemaAst: schema,
  filename: 'documents.ts',
  documents: sources,
  plugins: [{ operations: {} }],
  pluginMap: { operations: operationTypes },
  config: {
    scalars: SCALARS,
    enumType: 'string-literal',
    immutableTypes: true,
    namingConvention: 'keep',
    disableDescriptions: true,
    defaultScalarType: 'unknown',
    arrayInputCoercion: false,
  },
});

const texts = new Map(operations.map((operation) => [operation, textOf(operation)]));
put(
  'documents.ts',
  `${HEAD}import { byId, type ByText } from '../api/documents.js';\n\n${types}\n${operations.map(declarationOf).join('\n')}`,
);
const manifest = Object.fromEntries([...texts.values()].map((text) => [hashOf(text), text]));
put('documents.json', `${JSON.stringify(manifest, null, 1)}\n`);

function put(name: string, text: string): void {
  const file = join(FOLDER, 'generated', name);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is not what npm run schema writes.\n`);
    process.exitCode = 1;
  }
}

/** The cache finds out by the types of an answer which questions a mutation makes stale. */
function withTypenames(document: DocumentNode): DocumentNode {
  return formatDocument(document) as DocumentNode;
}

function textOf(operation: OperationDefinitionNode): string {
  const used = new Set<string>();
  const follow = (node: OperationDefinitionNode | FragmentDefinitionNode) =>
    visit(node, {
      FragmentSpread({ name: { value } }) {
        const fragment = fragments.get(value);
        if (!fragment) throw new Error(`There is no fragment ${value}.`);
        if (used.has(value)) return;
        used.add(value);
        follow(fragment);
      },
    });
  follow(operation);
  const parts = [operation, ...[...used].map((name) => fragments.get(name) as FragmentDefinitionNode)];
  return stripIgnoredCharacters(parts.map(print).join('\n'));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

function declarationOf(operation: OperationDefinitionNode): string {
  const name = operation.name?.value;
  if (!name) throw new Error('Each document of the console has a name.');
  const kind = operation.operation[0]?.toUpperCase() + operation.operation.slice(1);
  const typed = `<${name}${kind}, ${name}${kind}Variables>`;
  const text = texts.get(operation) ?? '';
  if (kind === 'Subscription') return `export const ${name}: ByText${typed} = { text: ${JSON.stringify(text)} };`;
  return `export const ${name} = byId${typed}('${hashOf(text)}');`;
}
