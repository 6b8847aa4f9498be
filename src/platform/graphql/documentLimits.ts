import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'

/**
 * Limits of one document; the largest of our own screens uses less than half of each. `repeats` is how often one field
 * may occur in one selection, also through fragments, because each is compared with each. `problems` are those found
 * before validation stops. `nested` is the maximum depth of lists and objects in variables; an import's have five.
 */
export const limits = {
  characters: 30_000,
  tokens: 3000,
  depth: 12,
  aliases: 30,
  directives: 20,
  fields: 1000,
  repeats: 20,
  problems: 10,
  nested: 64,
}

/** Parses a document up to the token limit, without locations, which the cache would keep with every document. */
export function parseBounded(source: string): DocumentNode {
  return parse(source, { maxLexicalTokens: limits.tokens, noLocation: true })
}

/** Returns the error for a document that {@link parseBounded} stopped parsing. */
export function tokenProblem(error: unknown): GraphQLError | null {
  const ended = error instanceof GraphQLError && error.message.includes('Document contains more than')
  return ended ? tooMuch(`its tokens are more than ${limits.tokens}`) : null
}

/** Refuses a text that is too long to be a document, before it is parsed. */
export function lengthProblem(source: string): GraphQLError | null {
  return source.length > limits.characters ? tooMuch(`its characters are more than ${limits.characters}`) : null
}

/** Refuses variables nested deeper than any input before they are read, because readers recurse for each level. */
export function variablesProblem(variables: unknown): GraphQLError | null {
  return isNestedDeeper(variables, limits.nested) ? tooMuch(`its variables are nested more than ${limits.nested} deep`) : null
}

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  // An import has a million values: no list of them is made.
  if (Array.isArray(value)) return value.some((item) => isNestedDeeper(item, levels - 1))
  for (const name in value) if (isNestedDeeper((value as Record<string, unknown>)[name], levels - 1)) return true
  return false
}

/**
 * Refuses a document that asks for too much before it is validated, because validation itself can be slow. Fragments
 * count wherever they are spread; a fragment that spreads itself is refused here. A spread counts as a field, and an
 * inline fragment as a level.
 */
export function documentProblem(document: DocumentNode): GraphQLError | null {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const sizes = new Map<string, Size | 'open'>()

  const add = (into: Size, other: Size, below: number): void => {
    into.fields += other.fields
    into.aliases += other.aliases
    into.directives += other.directives
    into.depth = Math.max(into.depth, other.depth + below)
  }
  const sizeOfFragment = (name: string): Size => {
    const known = sizes.get(name)
    if (known === 'open') throw tooMuch(`the fragment ${name} spreads itself`)
    if (known) return known
    const fragment = fragments.get(name)
    if (!fragment) return nothing()
    sizes.set(name, 'open')
    const size = sizeOf(fragment.selectionSet, fragment)
    sizes.set(name, size)
    return size
  }
  const sizeOf = (set: SelectionSetNode, owner: { directives?: readonly ASTNode[] | undefined }): Size => {
    const size = nothing()
    size.directives += owner.directives?.length ?? 0
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        size.fields += 1
        if (selection.alias) size.aliases += 1
        size.depth = Math.max(size.depth, 1)
        repeat(size, (selection.alias ?? selection.name).value, 1)
        if (selection.selectionSet) add(size, sizeOf(selection.selectionSet, selection), 1)
        else size.directives += selection.directives?.length ?? 0
      } else {
        size.fields += 1
        const inner =
          selection.kind === Kind.INLINE_FRAGMENT
            ? sizeOf(selection.selectionSet, selection)
            : sizeOfFragment(selection.name.value)
        if (selection.kind === Kind.FRAGMENT_SPREAD) size.directives += selection.directives?.length ?? 0
        add(size, inner, selection.kind === Kind.INLINE_FRAGMENT ? 1 : 0)
        for (const [name, times] of inner.repeats) repeat(size, name, times)
      }
      check(size)
    }
    return size
  }

  try {
    const whole = nothing()
    for (const name of fragments.keys()) sizeOfFragment(name)
    for (const definition of document.definitions)
      if (definition.kind === Kind.OPERATION_DEFINITION) add(whole, sizeOf(definition.selectionSet, definition), 0)
    check(whole)
    return null
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

interface Size {
  depth: number
  fields: number
  aliases: number
  directives: number
  /** How often each name occurs at the first level. */
  repeats: Map<string, number>
}

const nothing = (): Size => ({ depth: 0, fields: 0, aliases: 0, directives: 0, repeats: new Map() })

function repeat(size: Size, name: string, times: number): void {
  const all = (size.repeats.get(name) ?? 0) + times
  if (all > limits.repeats) throw tooMuch(`one of its fields stands more than ${limits.repeats} times in one place`)
  size.repeats.set(name, all)
}

function check(size: Size): void {
  for (const name of ['depth', 'fields', 'aliases', 'directives'] as const)
    if (size[name] > limits[name]) throw tooMuch(`its ${name} are more than ${limits[name]}`)
}

function tooMuch(why: string): GraphQLError {
  return badDocument(`This document asks for too much: ${why}.`)
}

/** Returns the error for a document that is refused before it is run. */
export function badDocument(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_DOCUMENT' } })
}
