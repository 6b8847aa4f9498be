import { query } from '#platform/command.ts'
import { schoolDay } from '#shared/dates.ts'
import { type AgeingGroup, ageingGroups } from '../pending.rules.ts'
import { pendingFilter, pendingView } from '../pending.schema.ts'
import { paymentActions } from './fees.permissions.ts'
import { type AgeingSum, pendingBySection, pendingPage, type PendingStudent } from './pending.sql.ts'

/** A page of students with pending fees, and the sums over all pages; amounts in paise. */
export interface PendingList {
  rows: PendingStudent[]
  total: number
  pending: number
  clearing: number
  /** What of it is overdue, by age. */
  ageing: (AgeingSum & { group: AgeingGroup })[]
}

/** Lists the students with pending fees among the filtered fees, for the viewer's classes. */
export const listPending = query({
  action: paymentActions.listPending,
  input: pendingView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<PendingList> => {
    const [rows] = await read(pendingPage(db, schoolId, viewer, { ...input, today: schoolDay(new Date()) }))
    const [first] = rows
    return {
      rows: rows.filter((row): row is typeof row & PendingStudent => row.studentId !== null),
      total: first?.total ?? 0,
      pending: first?.totalPending ?? 0,
      clearing: first?.totalClearing ?? 0,
      ageing: ageingGroups.map((group, index) => ({ group, ...(first?.ageing[index] ?? { pending: 0, students: 0 }) })),
    }
  },
})

/** A section with its pending fees by month and age. */
export interface PendingSection {
  sectionId: number
  sectionName: string
  cells: { month: string | null; ageing: AgeingGroup | null; pending: number }[]
}

/**
 * Sums pending fees by section, month and age. Sections without pending fees are left out; the rest are in the school's
 * order.
 */
export const listPendingBySection = query({
  action: paymentActions.listPending,
  input: pendingFilter,
  run: async ({ db, read, viewer, schoolId, input }): Promise<PendingSection[]> => {
    const [cells] = await read(pendingBySection(db, schoolId, viewer, { ...input, today: schoolDay(new Date()) }))
    const sections = new Map<number, PendingSection>()
    for (const { sectionId, sectionName, month, ageing, pending } of cells) {
      const section = sections.get(sectionId) ?? { sectionId, sectionName, cells: [] }
      section.cells.push({ month, ageing: ageing === null ? null : (ageingGroups[ageing] ?? null), pending })
      sections.set(sectionId, section)
    }
    return [...sections.values()]
  },
})
