import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  getDirectiveValues,
  Kind,
  type SelectionNode,
} from 'graphql';
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Page, PageArguments } from '../../../domain/paging.js';

/** `first` or `last` is required, because a query without a bound could return every row. */
@ArgsType()
export class PageArgs implements PageArguments {
  @Field(() => Int, {
    nullable: true,
    description:
      'How many items to return from the start of the list, or after `after`. Either `first` or `last` is ' +
      'required.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor of an item; the page starts after it.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many items to return from the end of the list, or before `before`.',
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor of an item; the page ends before it.' })
  before?: string | null;
}

@ArgsType()
export class NumberedPageArgs extends PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'The number of the page, from 1, instead of a cursor. A page has `first` items.',
  })
  page?: number | null;
}

@ObjectType({ description: 'The position of a page in its list.', simpleResolvers: true })
class PageInfo {
  @Field(() => Boolean, { description: 'True if the list has items after this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'True if the list has items before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'The cursor at which the page begins, for `before`; null if the page is empty and nothing precedes it.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor at which the page ends, for `after`; null if the page is empty and nothing follows it.',
  })
  endCursor!: string | null;
}

/** For the descriptions of lists that are read by bounded walks. */
export const MAY_BE_SHORT =
  'A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and ' +
  '`endCursor` leads on.';

/**
 * Makes the connection type and the edge type for one type of node. With `countsUpTo` the list may be too long to be
 * counted.
 */
export function connectionOf<Node extends object>(
  name: string,
  plural: string,
  node: () => ClassType<Node>,
  countsUpTo: number | null = null,
) {
  @ObjectType(`${name}Edge`, {
    description: `An item of a page of ${plural}, with its cursor.`,
    simpleResolvers: true,
  })
  class Edge {
    @Field(() => String, { description: 'An opaque position in this list, for its arguments `after` and `before`.' })
    cursor!: string;

    @Field(node, { description: 'The item.' })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${plural}.`, simpleResolvers: true })
  class Connection {
    @Field(() => [node()], { description: 'The items of the page.' })
    nodes!: readonly Node[];

    @Field(() => [Edge], { description: 'The items of the page, each with its cursor.' })
    edges(): Edge[] {
      return this.nodes.map((item, index) => ({ node: item, cursor: this.cursorAt(index) }));
    }

    @Field(() => PageInfo, { description: 'The position of the page in the list.' })
    pageInfo(): PageInfo {
      const { hasNextPage, hasPreviousPage } = this.page;
      return { hasNextPage, hasPreviousPage, ...this.page.ends() };
    }

    async totalCount(): Promise<number | null> {
      const { counted, isAll } = await this.count();
      return isAll ? counted : null;
    }

    async totalAtLeast(): Promise<number> {
      return (await this.count()).counted;
    }

    private page!: Page<unknown>;
    private counting?: ReturnType<Page<unknown>['count']>;

    /** Once, if both fields are selected. */
    private count() {
      this.counting ??= this.page.count();
      return this.counting;
    }

    private cursorAt(index: number): string {
      return this.page.cursorOf(this.page.nodes[index]);
    }

    static of<Row>(page: Page<Row>, toNode: (row: Row) => Node): Connection {
      return Object.assign(new Connection(), { page, nodes: page.nodes.map(toNode) });
    }
  }
  const total = 'The number of items on all pages, with the filter of this call';
  const addField = (name: 'totalCount' | 'totalAtLeast', description: string, nullable = false) => {
    const method = Object.getOwnPropertyDescriptor(Connection.prototype, name) as PropertyDescriptor;
    Field(() => Int, { complexity: 10, nullable, description })(Connection.prototype, name, method);
  };
  if (countsUpTo === null) {
    addField('totalCount', `${total}. They are counted only if this field is selected.`);
  } else {
    addField(
      'totalCount',
      `${total}; null if there are more than ${countsUpTo}, or counting would take too long.`,
      true,
    );
    addField('totalAtLeast', `${total}, as far as they were counted: at most ${countsUpTo}.`);
  }
  return Connection;
}

/**
 * Returns the names of the fields that a call selects of the items of a connection, by `nodes` or by `edges`. A field
 * that `@skip` leaves out counts. The limit of selections bounds the work.
 */
export function selectedOfItems({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo): string[] {
  const fieldsOf = (selection: SelectionNode): FieldNode[] => {
    if (getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if === false) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    const named = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
    return named?.selectionSet.selections.flatMap(fieldsOf) ?? [];
  };
  const below = (fields: readonly FieldNode[]) =>
    fields.flatMap(({ selectionSet }) => selectionSet?.selections.flatMap(fieldsOf) ?? []);
  const only = (name: string, fields: readonly FieldNode[]) => fields.filter((field) => field.name.value === name);
  const page = below(fieldNodes);
  const items = [...only('nodes', page), ...only('node', below(only('edges', page)))];
  return below(items).map(({ name }) => name.value);
}
