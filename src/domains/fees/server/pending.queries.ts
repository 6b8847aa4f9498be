import { query } from '#platform/command.ts'
import { pendingFilter, pendingView } from '../pending.schema.ts'
import { paymentActions } from './fees.permissions.ts'
import { pendingBySection, pendingPage, type PendingStudent } from './pending.sql.ts'

/** One page of the students with pending fees, and what all that match come to; amounts in paise. */
export interface PendingList {
  rows: PendingStudent[]
  total: number
  pending: number
  clearing: number
}

/** Who owes what of the fees asked about; narrowed to the viewer's classes. */
export const listPending = query({
  action: paymentActions.listPending,
  input: pendingView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<PendingList> => {
    const [found] = await read(pendingPage(db, schoolId, viewer, input))
    const [first] = found
    return {
      rows: found.filter((row): row is typeof row & PendingStudent => row.studentId !== null),
      total: first?.total ?? 0,
      pending: first?.totalPending ?? 0,
      clearing: first?.totalClearing ?? 0,
    }
  },
})

/** A section with what its students owe, by month. */
export interface PendingSection {
  sectionId: number
  sectionName: string
  months: { month: string | null; pending: number }[]
}

/** The same by section and month, for the sections where something is pending, in the school's order. */
export const listPendingBySection = query({
  action: paymentActions.listPending,
  input: pendingFilter,
  run: async ({ db, read, viewer, schoolId, input }): Promise<PendingSection[]> => {
    const [cells] = await read(pendingBySection(db, schoolId, viewer, input))
    const sections = new Map<number, PendingSection>()
    for (const { sectionId, sectionName, month, pending } of cells) {
      const section = sections.get(sectionId) ?? { sectionId, sectionName, months: [] }
      section.months.push({ month, pending })
      sections.set(sectionId, section)
    }
    return [...sections.values()]
  },
})
