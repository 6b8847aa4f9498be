import { type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql'
import type { Role } from '#shared/roles.ts'
import type { Action } from '../action.ts'
import { declaredWork } from './work.ts'

/**
 * Returns the extensions of a mutation that imports. Its roles may send a large body, announced by a header
 * (shared/operationHeader.ts).
 */
export function importBy({ roles }: Action<never>): { importRoles: readonly Role[]; work: number } {
  return { importRoles: roles, ...declaredWork(importWork) }
}

/** An import of 5,000 students takes two seconds, most of them smaller files half of one. */
const importWork = 500

/** Returns the roles of each import by the name of its mutation. */
export function importRolesByMutation(schema: GraphQLSchema): ReadonlyMap<string, readonly Role[]> {
  const roles = new Map<string, readonly Role[]>()
  for (const { name, extensions } of Object.values(schema.getMutationType()?.getFields() ?? {}))
    if ('importRoles' in extensions) roles.set(name, extensions.importRoles as readonly Role[])
  return roles
}

/** Returns whether an operation runs the mutation of this name and nothing else. */
export function runsOnly(operation: OperationDefinitionNode | null | undefined, mutation: string): boolean {
  const [field, ...others] = operation?.selectionSet.selections ?? []
  return others.length === 0 && field?.kind === Kind.FIELD && field.name.value === mutation
}
