import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { comment, HEAD, openUnion } from './typescript.ts';

const SCALARS: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  DateTime: 'string',
  Float: 'number',
  ID: 'string',
  Int: 'number',
  JSONObject: 'Record<string, unknown>',
  PhoneNumber: 'string',
  SafeInt: 'number',
  String: 'string',
  StringMap: 'Record<string, string | number | boolean>',
  UUID: 'string',
};

/** Every type of the schema, as a TypeScript file. */
export function writeGraphqlTypes(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isScalarType(type));
  return [HEAD, ...types.map(declaration)].join('\n');
}

function declaration(type: GraphQLNamedType): string {
  const head = comment(type.description);
  if (isEnumType(type)) return `${head}export type ${type.name} = ${openUnion(wordsOf(type))};\n`;
  if (isUnionType(type)) return `${head}export type ${type.name} = ${type.getTypes().join(' | ')};\n`;
  if (isInputObjectType(type)) {
    return `${head}export interface ${type.name} {\n${Object.values(type.getFields()).map(inputField).join('')}}\n`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`No TypeScript for ${type}.`);
  const typename = isObjectType(type) ? `  __typename?: '${type.name}';\n` : '';
  return `${head}export interface ${type.name} {\n${typename}${Object.values(type.getFields()).map(outputField).join('')}}\n`;
}

const wordsOf = (type: GraphQLEnumType) => type.getValues().map(({ name }) => name);

const outputField = ({ name, description, type }: GraphQLField<unknown, unknown>) =>
  `${comment(description, '  ')}  ${name}: ${typeOf(type, false)};\n`;

function inputField({ name, description, type, defaultValue }: GraphQLInputField | GraphQLArgument): string {
  const isRequired = isNonNullType(type) && defaultValue === undefined;
  return `${comment(description, '  ')}  ${name}${isRequired ? '' : '?'}: ${typeOf(type, true)}${isRequired ? '' : ' | undefined'};\n`;
}

function typeOf(type: GraphQLType, isInput: boolean): string {
  if (!isNonNullType(type)) return `${presentType(type, isInput)} | null`;
  return presentType(type.ofType, isInput);
}

function presentType(type: GraphQLType, isInput: boolean): string {
  if (!isListType(type)) return isScalarType(type) ? scalar(type.name) : String(type);
  const item = typeOf(type.ofType, isInput);
  return `${isInput ? 'readonly ' : ''}${item.includes(' ') ? `(${item})` : item}[]`;
}

function scalar(name: string): string {
  const written = SCALARS[name];
  if (!written) throw new Error(`The scalar ${name} has no TypeScript type.`);
  return written;
}
