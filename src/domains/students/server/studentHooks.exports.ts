import type { CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { DependentCount } from '#platform/imports.ts'

/** A student who has just been given a place in a term, with the fee categories chosen in the form. */
export interface Admission {
  termId: number
  studentId: number
  feeCategoryIds: readonly number[]
}

/**
 * What another domain does in the transaction in which students come or go. The domain is above this one and cannot be
 * imported here; `src/app/domainLinks.ts` registers it.
 */
export interface StudentHooks {
  afterAdmission?(
    running: Pick<CommandContext<unknown, unknown>, 'db' | 'viewer' | 'school' | 'schoolId'>,
    admission: Admission,
  ): Promise<void>
  /** Deletes the domain's own records of these students, before the students are deleted. */
  beforeDeletion?(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void>
  /** Counts the records that keep an import of these students from being undone. */
  countDependents?(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<DependentCount>
}

let registered: readonly StudentHooks[] | undefined

/** Registers the hooks of all domains, once at start. */
export function registerStudentHooks(hooks: readonly StudentHooks[]): void {
  registered = hooks
}

/** Returns the registered hooks, in the order in which they run. */
export function studentHooks(): readonly StudentHooks[] {
  if (!registered) throw new Error('No student hooks are registered: import src/app/domainLinks.ts first.')
  return registered
}

/** Counts the records of other domains that keep an import of these students from being undone. */
export async function countDependents(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<DependentCount[]> {
  const counts: DependentCount[] = []
  for (const hooks of studentHooks()) {
    const count = await hooks.countDependents?.(db, schoolId, studentIds)
    if (count) counts.push(count)
  }
  return counts
}
