import { t } from '@lingui/core/macro'
import type { Mark } from '#shared/marks.ts'

export interface LiveStudent {
  id: string
  roll: string
  name: string
  /** Both are '' in the list that the browser stored for offline use. */
  className: string
  sectionName: string
}

export interface MarkedStudent extends LiveStudent {
  mark: Mark
  /** Whether the mark was set by hand and the server has not acknowledged it. */
  waiting: boolean
}

export const groupNames = ['active', 'inactive', 'absent'] as const
export type GroupName = (typeof groupNames)[number]

export const groupLabels: Readonly<Record<GroupName, string>> = { active: t`Active`, inactive: t`Inactive`, absent: t`Absent` }

/**
 * Groups students by presence (specification, section 2, Live attendance).
 * @param marks characters by student: p and l are active, P and L inactive, A absent; a missing student is absent
 * @param byHand marks by student that the server has not acknowledged yet
 * @param acknowledged marks by student that the server has acknowledged since `marks` were requested
 */
export function groupStudents(
  students: readonly LiveStudent[],
  marks: ReadonlyMap<string, string>,
  byHand: ReadonlyMap<string, string>,
  noted: ReadonlyMap<string, string> = new Map(),
): Record<GroupName, MarkedStudent[]> {
  const groups: Record<GroupName, MarkedStudent[]> = { active: [], inactive: [], absent: [] }
  for (const student of students) {
    const shown = marks.get(student.id) ?? 'A'
    const hand = byHand.get(student.id)
    const mark = (hand ?? noted.get(student.id) ?? shown).toUpperCase() as Mark
    const active = shown === 'p' || shown === 'l'
    const group = mark === 'A' ? 'absent' : active ? 'active' : 'inactive'
    groups[group].push({ ...student, mark, waiting: hand !== undefined })
  }
  return groups
}
