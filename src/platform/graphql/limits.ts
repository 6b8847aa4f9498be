import { type ASTNode, type DocumentNode, type FragmentDefinitionNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql'

/** Bounds of one document; the largest of our own screens uses less than half of each. */
export const limits = { tokens: 3000, depth: 12, aliases: 30, directives: 20, fields: 1000 }

/**
 * Refuses a document that asks for too much, before it is validated: validation itself can be made slow by it. Fragments
 * count wherever they are spread, and one spread inside itself is refused here.
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
        if (selection.selectionSet) add(size, sizeOf(selection.selectionSet, selection), 1)
        else size.directives += selection.directives?.length ?? 0
      } else if (selection.kind === Kind.INLINE_FRAGMENT) add(size, sizeOf(selection.selectionSet, selection), 0)
      else {
        size.directives += selection.directives?.length ?? 0
        add(size, sizeOfFragment(selection.name.value), 0)
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
}

const nothing = (): Size => ({ depth: 0, fields: 0, aliases: 0, directives: 0 })

function check(size: Size): void {
  for (const name of ['depth', 'fields', 'aliases', 'directives'] as const)
    if (size[name] > limits[name]) throw tooMuch(`its ${name} are more than ${limits[name]}`)
}

function tooMuch(why: string): GraphQLError {
  return new GraphQLError(`This document asks for too much: ${why}.`, {
    extensions: { code: 'BAD_DOCUMENT', http: { status: 400 } },
  })
}
