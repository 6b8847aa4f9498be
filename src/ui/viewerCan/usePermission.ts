import type { DocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { Kind } from 'graphql'
import { useContext } from 'react'
import { ShellContext } from '../activeSchool.ts'
import { RefusedCommandsDocument } from './refusedCommands.graphql.ts'

/** Whether the viewer may do something, and if not, why. */
export interface Permission {
  allowed: boolean
  reason: string | null
}

const allowed: Permission = { allowed: true, reason: null }

/** Returns the name of a document's mutation, such as `addTerm`. */
export function mutationName(document: DocumentNode): string {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const [field] = definition.selectionSet.selections
    if (field?.kind === Kind.FIELD) return field.name.value
  }
  throw new Error('This document runs no mutation.')
}

/**
 * Returns the viewer's permission for each mutation of the active school, by name; undefined while loading. If loading
 * fails everything is allowed, because the server checks again when the mutation is sent.
 */
export function usePermissions(): ((mutation: string) => Permission) | undefined {
  const schoolId = useContext(ShellContext)?.school?.id
  const { data, error } = useQuery(RefusedCommandsDocument, {
    variables: { schoolId: schoolId ?? '0' },
    skip: schoolId === undefined,
  })
  if (schoolId === undefined || error) return () => allowed
  if (!data) return undefined
  return (mutation) => {
    const refused = data.refusedCommands.find(({ name }) => name === mutation)
    return refused ? { allowed: false, reason: refused.reason } : allowed
  }
}

/** Returns whether the viewer may run a mutation in the active school, whatever its input; undefined while loading. */
export function usePermission(document: DocumentNode): Permission | undefined {
  return usePermissions()?.(mutationName(document))
}
