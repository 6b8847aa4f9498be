import type { DependentCount } from '#platform/imports.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { Conflicts } from '#platform/database/failures.ts'

/**
 * Records of another domain that refer to sections, subjects or books and keep them from being deleted. The domain is
 * above this one and cannot be imported here; `src/app/domainLinks.ts` registers it.
 */
export interface SectionDependents {
  /** Returns what a count says: `3 registers`. */
  textOf(count: number): string
  countOfSections(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<number>
  /** Message of a refused deletion, by the database constraint that refuses it. */
  messages: Partial<Record<'section' | 'subject' | 'book', Readonly<Record<string, string>>>>
}

let registered: readonly SectionDependents[] | undefined

/** Registers the dependents of all domains, once at start. */
export function registerSectionDependents(dependents: readonly SectionDependents[]): void {
  registered = dependents
}

function allDependents(): readonly SectionDependents[] {
  if (!registered) throw new Error('No dependents of sections are registered: import src/app/domainLinks.ts first.')
  return registered
}

/**
 * Returns the conflicts of a deletion that other domains can cause. Call it when the command runs: domains register at
 * start.
 */
export function dependentConflicts(deleted: 'section' | 'subject' | 'book'): Conflicts {
  const messages = allDependents().flatMap((dependents) => Object.entries(dependents.messages[deleted] ?? {}))
  return Object.fromEntries(messages.map(([constraint, message]) => [constraint, { path: '', message }]))
}

/** Counts the records of other domains that refer to these sections. Lock the sections first. */
export async function countDependents(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<DependentCount[]> {
  const counts: DependentCount[] = []
  // One after the other: they share the transaction's connection.
  for (const { textOf, countOfSections } of allDependents()) {
    const count = await countOfSections(db, schoolId, sectionIds)
    counts.push([count, textOf(count)])
  }
  return counts
}
