import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Page, PageArguments } from '../../../domain/paging.js';

/** Either `first` or `last` is obligatory: a list without a bound is never what one wants. */
@ArgsType()
export class PageArgs implements PageArguments {
  @Field(() => Int, {
    nullable: true,
    description: 'So many from the start, or after `after`. This or `last` is required.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Start after the item with this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'So many from the end, or before `before`.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'End before the item with this cursor.' })
  before?: string | null;
}

@ArgsType()
export class NumberedPageArgs extends PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Instead of a cursor: the number of the page, from 1, when pages have `first` items.',
  })
  page?: number | null;
}

@ObjectType({ description: 'Where a page lies in its list.', simpleResolvers: true })
class PageInfo {
  @Field(() => Boolean, { description: 'There is more after this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'There is more before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item of the page, for `before`.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item of the page, for `after`.' })
  endCursor!: string | null;
}

/** Makes the connection and edge types of one kind of node. */
export function connectionOf<Node extends object>(name: string, plural: string, node: () => ClassType<Node>) {
  @ObjectType(`${name}Edge`, {
    description: `One of the ${plural} in a page, and its place in the list.`,
    simpleResolvers: true,
  })
  class Edge {
    @Field(() => String, { description: 'Opaque; good for `after` and `before` of the same list.' })
    cursor!: string;

    @Field(node, { description: 'The item itself.' })
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

    @Field(() => PageInfo, { description: 'Where the page lies in the list.' })
    pageInfo(): PageInfo {
      const { hasNextPage, hasPreviousPage, nodes } = this.page;
      const [startCursor, endCursor] =
        nodes.length === 0 ? [null, null] : [this.cursorAt(0), this.cursorAt(nodes.length - 1)];
      return { hasNextPage, hasPreviousPage, startCursor, endCursor };
    }

    @Field(() => Int, { complexity: 10, description: 'How long the whole list is. Counted only when asked for.' })
    totalCount(): Promise<number> {
      return this.page.countAll();
    }

    private page!: Page<unknown>;

    private cursorAt(index: number): string {
      return this.page.cursorOf(this.page.nodes[index]);
    }

    static of<Row>(page: Page<Row>, toNode: (row: Row) => Node): Connection {
      return Object.assign(new Connection(), { page, nodes: page.nodes.map(toNode) });
    }
  }
  return Connection;
}
