import type { CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { DependentCount } from '#platform/imports.ts'

/** A student who got a place in a term, or another one there. */
export interface Placement {
  termId: number
  studentId: number
  /** The class of the place before; null for the first place in the term. */
  fromClassId: number | null
  /** The fee categories that were chosen in the form of a new student. */
  feeCategoryIds?: readonly number[]
}

/**
 * What another domain does in the transaction in which students come or go. The domain is above this one and cannot be
 * imported here; `src/app/domainLinks.ts` registers it.
 */
export interface StudentHooks {
  /** Locks what `afterPlacements` decides by, before any place is written. */
  beforePlacements?(db: Tx, schoolId: number, termIds: readonly number[]): Promise<void>
  /** Does what follows from the students' new places, and returns the names of the fields that it changed. */
  afterPlacements?(
    running: Pick<CommandContext<unknown, unknown>, 'db' | 'viewer' | 'school' | 'schoolId'>,
    placements: readonly Placement[],
  ): Promise<string[]>
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

/** Calls `beforePlacements` of all domains. Call it before the places of students are written. */
export async function beforePlacements(db: Tx, schoolId: number, termIds: readonly number[]): Promise<void> {
  for (const hooks of studentHooks()) await hooks.beforePlacements?.(db, schoolId, termIds)
}

/** Calls `afterPlacements` of all domains, and returns the names of the fields that they changed. */
export async function afterPlacements(
  running: Pick<CommandContext<unknown, unknown>, 'db' | 'viewer' | 'school' | 'schoolId'>,
  placements: readonly Placement[],
): Promise<string[]> {
  const fields: string[] = []
  for (const hooks of studentHooks()) fields.push(...((await hooks.afterPlacements?.(running, placements)) ?? []))
  return fields
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
