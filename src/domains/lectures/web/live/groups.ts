import type { Mark } from '#shared/marks.ts'

export interface LiveStudent {
  id: string
  roll: string
  name: string
  /** Both '' where the connection is gone and the browser has kept the list. */
  className: string
  sectionName: string
}

export interface MarkedStudent extends LiveStudent {
  mark: Mark
  /** Marked by hand, and not acknowledged yet. */
  waiting: boolean
}

export const groupNames = ['Active', 'Unactive', 'Absent'] as const
export type GroupName = (typeof groupNames)[number]

/**
 * The students by whether they are there (specification, section 2, Live attendance).
 * @param marks one character by student: p and l are active, P and L are not, A is absent; who is not in it counts as absent
 * @param byHand marks that the server has not acknowledged yet, by student
 * @param noted marks that it has acknowledged since `marks` were asked for
 */
export function grouped(
  students: readonly LiveStudent[],
  marks: ReadonlyMap<string, string>,
  byHand: ReadonlyMap<string, string>,
  noted: ReadonlyMap<string, string> = new Map(),
): Record<GroupName, MarkedStudent[]> {
  const groups: Record<GroupName, MarkedStudent[]> = { Active: [], Unactive: [], Absent: [] }
  for (const student of students) {
    const shown = marks.get(student.id) ?? 'A'
    const hand = byHand.get(student.id)
    const mark = (hand ?? noted.get(student.id) ?? shown).toUpperCase() as Mark
    const active = shown === 'p' || shown === 'l'
    const group = mark === 'A' ? 'Absent' : active ? 'Active' : 'Unactive'
    groups[group].push({ ...student, mark, waiting: hand !== undefined })
  }
  return groups
}
