import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'

/** Returns a document for an operation with all arguments as variables and every field of its answer, at any depth. */
export function documentFor(schema: GraphQLSchema, kind: 'query' | 'mutation', name: string): string {
  const field = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields()[name]
  if (!field) throw new Error(`The schema has no ${kind} ${name}`)
  const declared = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const passed = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const type = objectOf(field.type)
  const selected = type ? selection(type, []) : ''
  return `${kind} ${declared ? `(${declared})` : ''} { ${name} ${passed ? `(${passed})` : ''} ${selected} }`
}

/** @param above the enclosing types; a type inside itself is not expanded again */
function selection(type: GraphQLObjectType, above: readonly GraphQLObjectType[]): string {
  const fields = Object.values(type.getFields()).map((field) => {
    if (field.args.length > 0)
      throw new Error(`${type.name}.${field.name} takes arguments: say in tests/matrix/documents.ts what it is asked with.`)
    const inner = objectOf(field.type)
    if (inner === undefined) return field.name
    return above.includes(inner) || inner === type ? '' : `${field.name} ${selection(inner, [...above, type])}`
  })
  return `{ __typename ${fields.join(' ')} }`
}

function objectOf(type: GraphQLOutputType): GraphQLObjectType | undefined {
  let named: unknown = type
  while (isNonNullType(named) || isListType(named)) named = named.ofType
  if (isUnionType(named) || isInterfaceType(named))
    throw new Error(`${String(named)} has several types: say in tests/matrix/documents.ts how each is asked for.`)
  return isObjectType(named) ? named : undefined
}
