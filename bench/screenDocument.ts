import { globSync, readFileSync } from 'node:fs'
import { type DefinitionNode, Kind, parse, print, visit } from 'graphql'
import { generatedFragments } from '#app/generatedFragments.ts'

/**
 * Returns an operation of a screen with the fragments that it uses, as the browser sends it.
 * @throws when there is no such operation or fragment
 */
export function screenDocument(operation: string): string {
  // A fragment may have the name of an operation.
  const known = { operations: new Map<string, DefinitionNode>(), fragments: new Map<string, DefinitionNode>() }
  const files = globSync('src/domains/*/{web,family}/**/*.graphql').filter((file) => !(file in generatedFragments))
  for (const text of [...files.map((file) => readFileSync(file, 'utf8')), ...Object.values(generatedFragments)])
    for (const definition of parse(text).definitions)
      if ('name' in definition && definition.name)
        known[definition.kind === Kind.FRAGMENT_DEFINITION ? 'fragments' : 'operations'].set(definition.name.value, definition)
  const used = new Set<DefinitionNode>()
  const add = (name: string, among: ReadonlyMap<string, DefinitionNode> = known.fragments) => {
    const definition = among.get(name)
    if (!definition) throw new Error(`No screen has ${name}.`)
    if (used.has(definition)) return
    used.add(definition)
    visit(definition, { FragmentSpread: ({ name: fragment }) => add(fragment.value) })
  }
  add(operation, known.operations)
  return print({ kind: Kind.DOCUMENT, definitions: [...used] })
}
