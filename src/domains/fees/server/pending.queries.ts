import { query } from '#platform/command.ts'
import { stampedRead } from '#platform/database/stampedRead.ts'
import { statement } from '#platform/database/statement.ts'
import { schoolDay } from '#shared/dates.ts'
import { type AgeingGroup, ageingGroups } from '../pending.rules.ts'
import { pendingFilter, pendingView } from '../pending.schema.ts'
import { paymentActions } from './fees.permissions.ts'
import {
  type AgeingSum,
  pendingBySection,
  pendingOrder,
  type PendingOrder,
  pendingRows,
  type PendingStudent,
} from './pending.sql.ts'

/** A page of students with pending fees, and the sums over all pages; amounts in paise. */
export interface PendingList {
  rows: PendingStudent[]
  total: number
  pending: number
  clearing: number
  /** What of it is overdue, by age. */
  ageing: (AgeingSum & { group: AgeingGroup })[]
}

/** Up to 5,000 ids each. */
const orders = stampedRead<PendingOrder>(300)

/**
 * Lists the students with pending fees among the filtered fees, for the viewer's classes.
 *
 * Who is listed, in which order, and the sums need every fee and line of the school. So they are read once for all
 * pages until students or money change. The rows of a page are read anew each time.
 */
export const listPending = query({
  action: paymentActions.listPending,
  input: pendingView,
  run: async ({ call, db, read, viewer, schoolId, input }): Promise<PendingList> => {
    const { page = 0, pageSize = 20, ...list } = input
    const today = schoolDay(new Date())
    const filter = { ...list, today }
    const {
      answer,
      rows: [rows],
    } = await orders.readWithRows(
      { database: call.database, schoolId, key: JSON.stringify([today, viewer.classIds, list]) },
      async () => {
        const [[order]] = await read(pendingOrder(db, schoolId, viewer, filter))
        return order ?? { studentIds: [], pending: 0, clearing: 0, ageing: [] }
      },
      (order) => {
        const ofPage = order.studentIds.slice(page * pageSize, (page + 1) * pageSize)
        if (ofPage.length === 0) return [statement<PendingStudent>('select where false', [])]
        return [pendingRows(db, schoolId, viewer, filter, ofPage)]
      },
    )
    const { studentIds, pending, clearing, ageing } = answer
    return {
      rows,
      total: studentIds.length,
      pending,
      clearing,
      ageing: ageingGroups.map((group, index) => ({ group, ...(ageing[index] ?? { pending: 0, students: 0 }) })),
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
