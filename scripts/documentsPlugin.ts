import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, print, stripIgnoredCharacters, visit } from 'graphql'

interface Config {
  /** Fragments of other files that the documents use; the preset adds them. */
  externalFragments?: readonly { name: string; node: FragmentDefinitionNode }[]
}

/**
 * Generates a document (src/shared/graphqlDocuments.ts) for each operation of a `.graphql` file. Its text is final: the
 * browser sends it as it is, and needs no GraphQL library.
 */
export const plugin: PluginFunction<Config> = (_schema, sources, { externalFragments = [] }) => {
  const definitions = sources.flatMap(({ document }) => document?.definitions ?? [])
  const fragments = new Map(externalFragments.map(({ name, node }) => [name, node]))
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const domain = domainOf(sources[0]?.location ?? '')
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (operations.length === 0) return ''
  const kinds = [...new Set(operations.map(({ operation }) => typeNames[operation]))].sort()
  return {
    prepend: [`import type { ${kinds.join(', ')} } from '#shared/graphqlDocuments.ts'`],
    content: operations.map((operation) => documentOf(operation, fragments, domain)).join('\n'),
  }
}

const typeNames = { query: 'QueryDocument', mutation: 'MutationDocument', subscription: '' }

function documentOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  domain: string,
): string {
  const name = operation.name?.value ?? ''
  const kind = operation.operation
  const [field] = operation.selectionSet.selections
  const document = {
    kind,
    name,
    domain,
    ...(kind === 'mutation' && field?.kind === Kind.FIELD ? { field: field.name.value } : {}),
    text: documentText(operation, fragments),
  }
  const type = `${typeNames[kind]}<${name}${capitalized(kind)}, ${name}${capitalized(kind)}Variables>`
  return `export const ${name}Document: ${type} = ${JSON.stringify(document)}`
}

/** Returns the text of an operation with its fragments, as the browser sends it. */
export function documentText(operation: OperationDefinitionNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): string {
  return stripIgnoredCharacters([operation, ...fragmentsOf(operation, fragments)].map(print).join('\n'))
}

/** Returns the fragments that a definition spreads, with those that they spread, each once. */
function fragmentsOf(
  definition: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Set<FragmentDefinitionNode> {
  const found = new Set<FragmentDefinitionNode>()
  const add = (node: OperationDefinitionNode | FragmentDefinitionNode) =>
    visit(node, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value)
        if (!fragment) throw new Error(`The fragment ${name.value} does not exist.`)
        if (found.has(fragment)) return
        found.add(fragment)
        add(fragment)
      },
    })
  add(definition)
  return found
}

/** Returns the domain of a file, 'shell' for a file of src/ui. */
export function domainOf(path: string): string {
  return /src\/domains\/(\w+)\//.exec(path)?.[1] ?? 'shell'
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
