import { useContext } from 'react'
import { ShellContext } from '../activeSchool.ts'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import { useQuery } from '../data/useQuery.ts'
import { RefusedCommandsDocument } from './refusedCommands.graphql.ts'

/** Whether the viewer may do something, and if not, why. */
export interface Permission {
  allowed: boolean
  reason: string | null
}

const allowed: Permission = { allowed: true, reason: null }

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
export function usePermission({ field }: MutationDocument<unknown, never>): Permission | undefined {
  return usePermissions()?.(field)
}
