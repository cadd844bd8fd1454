import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { Client } from 'pg';
import { type Compiled, numberParameters, type Values } from '../../../src/db/postgres/statement.js';
import type { EveryOrganisationTx, OrganisationTx } from '../../../src/db/postgres/transaction.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from './database.js';
import { fillForPlans, ORGANISATION } from './plan-rows.js';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface Access {
  readonly table: string;
  readonly by: string;
}

/** What a plan follows this index by. */
export function conditionsOn(index: string, node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap((each) => conditionsOn(index, each));
  return node['Index Name'] === index ? [node['Index Cond'] ?? '', ...below] : below;
}

/** How a plan reaches tables: the index, or the name of the scan without one. */
export function accesses(node: PlanNode): Access[] {
  const below = (node.Plans ?? []).flatMap(accesses);
  if (node['Node Type'] === 'Bitmap Heap Scan') return below;
  if (node['Node Type'] === 'Bitmap Index Scan') return [{ table: '', by: node['Index Name'] ?? '' }];
  if (!node['Node Type'].endsWith('Scan') || !node['Relation Name']) return below;
  return [{ table: node['Relation Name'], by: node['Index Name'] ?? node['Node Type'] }, ...below];
}

/** By which conditions a plan enters the indexes of tables. */
export function conditionsOf(node: PlanNode, heap = ''): { readonly table: string; readonly condition: string }[] {
  const table = node['Relation Name'] ?? heap;
  const below = (node.Plans ?? []).flatMap((plan) => conditionsOf(plan, table));
  return 'Index Cond' in node ? [{ table, condition: String(node['Index Cond']) }, ...below] : below;
}

/** For queries of any kind of transaction. */
export type AnyTx = OrganisationTx & EveryOrganisationTx;

type Query = (tx: AnyTx) => Promise<unknown>;

/**
 * Notes the statements that a query makes, instead of running them. Statements that need the rows of these are not
 * among them.
 */
async function statementsOf(query: Query): Promise<string[]> {
  const statements: string[] = [];
  const sql = async (statement: string, values: Values = {}) => {
    statements.push(numberParameters({ statement, values, organisationId: ORGANISATION }).sql);
    return [];
  };
  const queryCompiled = async (compiled: Compiled) => {
    statements.push(compiled.sql);
    return [];
  };
  await query({ sql, query: queryCompiled } as unknown as AnyTx);
  expect(statements).not.toEqual([]);
  return statements;
}

/** The plans of the program's own role, for any parameters at all: those that are pinned. */
export async function explainOn(client: Client, query: Query): Promise<PlanNode> {
  const plans: PlanNode[] = [];
  const texts = await statementsOf(query);
  await client.query('BEGIN');
  try {
    await client.query(`SELECT set_config('postrider.organisation', '${ORGANISATION}', true)`);
    for (const text of texts) {
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
      plans.push(rows[0]['QUERY PLAN'][0].Plan);
    }
    return { 'Node Type': 'Statements', Plans: plans };
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Those of one PostgreSQL: plans of Citus say which node has a statement, and nothing of indexes. */
export const describePlans = isOnCitus() ? describe.skip : describe;

/** A database with a hundred thousand messages for the tests of a file. */
export function usePlans() {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    await fillForPlans(database.superuserUrl);
    client = new Client({ connectionString: database.url });
    await client.connect();
  }, 40_000);

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const explain = (query: Query) => explainOn(client, query);
  return { explain, planOf: async (query: Query) => accesses(await explain(query)) };
}
