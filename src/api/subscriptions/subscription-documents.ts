import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
  type SelectionNode,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { reword } from '../error-map.js';
import { admitCost } from '../guard/document-cost.js';
import { DOCUMENT_LIMITS, limitDocumentShape, refuseLongDocument } from '../guard/document-shape.js';

export interface SubscriptionRequest {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

export interface SubscriptionDocument {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cost: number;
}

/** The errors of a refused document. */
export class DocumentRefusal extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super('The document was refused.');
  }
}

/** Refuses directives on the root field: if one removed the field, graphql-js would fail. */
const refuseDirectives: ValidationRule = (validation) => {
  const check = (node: SelectionNode) => {
    if (!node.directives?.length || validation.getParentType() !== validation.getSchema().getSubscriptionType()) return;
    validation.reportError(new GraphQLError('The field of a subscription takes no directives.', { nodes: node }));
  };
  return { Field: check, FragmentSpread: check, InlineFragment: check };
};

const RULES = [...specifiedRules, limitDocumentShape, refuseDirectives];

/** Validates the document of a subscription by the same rules and error codes as documents at /graphql. */
export function admitSubscription(schema: GraphQLSchema, request: SubscriptionRequest): SubscriptionDocument {
  const { query, operationName, variables } = readRequest(request);
  refuseLongDocument(query);
  const document = parsed(query);
  const wrong = validate(schema, document, RULES, { maxErrors: DOCUMENT_LIMITS.errorsShown });
  if (wrong.length > 0) throw new DocumentRefusal(wrong.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')));
  const operation = getOperationAST(document, operationName);
  if (!operation) throw refused('OPERATION_RESOLUTION_FAILURE', 'The document has no such operation.');
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
    throw refused(
      'OPERATION_NOT_SUPPORTED',
      'Only subscriptions are served here: send queries and mutations to POST /graphql.',
    );
  }
  return { document, operationName, variables, cost: admitCost(schema, operation, document, variables) };
}

/** Whether this asks for a subscription. False for a document that cannot be read, and for none. */
export function isSubscription(request: SubscriptionRequest | null): boolean {
  try {
    const { query, operationName } = readRequest({ ...request, variables: null });
    refuseLongDocument(query);
    return getOperationAST(parsed(query), operationName)?.operation === OperationTypeNode.SUBSCRIPTION;
  } catch {
    return false;
  }
}

function readRequest({ query, operationName, variables }: SubscriptionRequest) {
  const isObject = variables == null || (typeof variables === 'object' && !Array.isArray(variables));
  if (typeof query !== 'string' || !isObject || (operationName != null && typeof operationName !== 'string')) {
    throw refused('BAD_REQUEST', '`query` must be a string, `variables` an object, `operationName` a string.');
  }
  return { query, operationName: operationName ?? undefined, variables: { ...variables } };
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: DOCUMENT_LIMITS.tokens });
  } catch (error) {
    throw error instanceof GraphQLError ? new DocumentRefusal([coded(error, 'GRAPHQL_PARSE_FAILED')]) : error;
  }
}

function refused(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

export function coded(error: GraphQLError, code: string): GraphQLError {
  return reword(error, error.message, { code, ...error.extensions });
}
