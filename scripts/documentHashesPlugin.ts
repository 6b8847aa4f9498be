import { createHash } from 'node:crypto'
import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import { type FragmentDefinitionNode, Kind } from 'graphql'
import { documentText } from './documentsPlugin.ts'

/**
 * Generates the SHA-256 of each operation's text by its name, as JSON. The server knows the documents of the product's
 * screens by it (src/app/ownDocuments.ts).
 */
export const plugin: PluginFunction = (_schema, sources) => {
  const definitions = sources.flatMap(({ document }) => document?.definitions ?? [])
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const hashes = definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => [operation.name?.value ?? '', hashOf(documentText(operation, fragments))])
  return JSON.stringify(Object.fromEntries(hashes), null, 2)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
