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

/** The name of the mutation that a document runs, such as `addTerm`. */
export function mutationName(document: DocumentNode): string {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const [field] = definition.selectionSet.selections
    if (field?.kind === Kind.FIELD) return field.name.value
  }
  throw new Error('This document runs no mutation.')
}

/**
 * The server's answer for each mutation of the active school, by name; undefined while it is on its way. Where it does not come,
 * everything is allowed: the server decides again when the mutation is sent.
 */
export function useMayRun(): ((mutation: string) => Permission) | undefined {
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

/** Whether the viewer may run a mutation in the active school, whatever is sent; undefined until the server has answered. */
export function useMay(document: DocumentNode): Permission | undefined {
  return useMayRun()?.(mutationName(document))
}
