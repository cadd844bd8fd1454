import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isObjectType,
  Kind,
  print,
  type SelectionSetNode,
  stripIgnoredCharacters,
  visit,
} from 'graphql';
import { HEAD, quoted } from './typescript.ts';

/**
 * The subscription to a campaign with the fields of REST, and what makes the campaign of REST of its result. `executed`
 * is the document of the route, which has the names of REST as aliases: the server allows few of them in a document of
 * a caller.
 */
export function writeCampaignProgress(schema: GraphQLSchema, executed: DocumentNode): string {
  const fragments = executed.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const unaliased = fragments.map((one) => visit(one, { Field: ({ alias: _, ...field }) => field }));
  const subscription = `subscription ($id: UUID!) { campaignProgress(id: $id) { ...Campaign } } ${unaliased.map(print).join(' ')}`;
  const campaign = fragments.find(({ name }) => name.value === 'Campaign') as FragmentDefinitionNode;
  const type = schema.getType('Campaign') as GraphQLObjectType;
  const properties = propertiesOf(fragments, type, campaign.selectionSet, 'campaign');
  return `${HEAD}import type { Campaign } from './rest.js';

export const CAMPAIGN_PROGRESS =
  ${quoted(stripIgnoredCharacters(subscription))};

export const asInRest = (campaign: any): Campaign => ({
${properties.map((property) => `  ${property},\n`).join('')}});
`;
}

function propertiesOf(
  fragments: readonly FragmentDefinitionNode[],
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  place: string,
): string[] {
  return selections.flatMap((selection): string[] => {
    if (selection.kind === Kind.INLINE_FRAGMENT) throw new Error('A campaign has fields of one type.');
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.find(({ name }) => name.value === selection.name.value) as FragmentDefinitionNode;
      return propertiesOf(fragments, type, fragment.selectionSet, place);
    }
    const { name, alias = name, selectionSet } = selection;
    const value = `${place}.${name.value}`;
    const shown = getNamedType(type.getFields()[name.value]?.type);
    // Words of enums are in capitals in GraphQL.
    if (isEnumType(shown)) return [`${alias.value}: ${value} && ${value}.toLowerCase()`];
    if (!isObjectType(shown) || !selectionSet) return [`${alias.value}: ${value}`];
    const [first, ...others] = selectionSet.selections;
    // In REST a field stands for its object if no other is selected.
    const isAlone = first?.kind === Kind.FIELD && others.length === 0;
    if (isAlone) return [`${alias.value}: ${value} && ${value}.${first.name.value}`];
    return [`${alias.value}: ${value} && { ${propertiesOf(fragments, shown, selectionSet, value).join(', ')} }`];
  });
}
