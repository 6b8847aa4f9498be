import { type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql'
import type { Role } from '#shared/roles.ts'
import type { Action } from '../action.ts'

/**
 * Returns the extensions of a mutation that imports. The roles that may run it may send a large body, which they announce by a header
 * (shared/operationHeader.ts).
 */
export function importBy({ roles }: Action<never>): { importRoles: readonly Role[] } {
  return { importRoles: roles }
}

/** Returns the roles that may run each import, by the name of its mutation. */
export function importersOf(schema: GraphQLSchema): ReadonlyMap<string, readonly Role[]> {
  const roles = new Map<string, readonly Role[]>()
  for (const { name, extensions } of Object.values(schema.getMutationType()?.getFields() ?? {}))
    if ('importRoles' in extensions) roles.set(name, extensions.importRoles as readonly Role[])
  return roles
}

/** Whether an operation runs the mutation of this name and nothing else. */
export function asksOnly(operation: OperationDefinitionNode | null | undefined, mutation: string): boolean {
  const [field, ...others] = operation?.selectionSet.selections ?? []
  return others.length === 0 && field?.kind === Kind.FIELD && field.name.value === mutation
}
