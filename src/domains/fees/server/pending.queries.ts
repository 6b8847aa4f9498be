import { query } from '#platform/command.ts'
import { sharedRead } from '#platform/database/sharedRead.ts'
import { schoolDay } from '#shared/dates.ts'
import { type AgeingGroup, ageingGroups } from '../pending.rules.ts'
import { pendingFilter, pendingView } from '../pending.schema.ts'
import { paymentActions } from './fees.permissions.ts'
import {
  type AgeingSum,
  lastChange,
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
const readOrder = sharedRead<PendingOrder>(300, 30_000)

/**
 * Lists the students with pending fees among the filtered fees, for the viewer's classes.
 *
 * Who is listed, in which order, and the sums need every fee and line of the school. So they are read once for all
 * pages until something changes in the school (`lastChange`), for 30 seconds at most: a change that is not audited, or
 * committed after one with a higher id, is seen by then. The rows of a page are read anew each time.
 */
export const listPending = query({
  action: paymentActions.listPending,
  input: pendingView,
  run: async ({ call, db, read, viewer, schoolId, input }): Promise<PendingList> => {
    const { page = 0, pageSize = 20, ...list } = input
    const today = schoolDay(new Date())
    const [[changed]] = await read(lastChange(db, schoolId))
    const key = JSON.stringify([schoolId, changed, today, viewer.classIds, list])
    const { studentIds, pending, clearing, ageing } = await readOrder(call.database, key, async () => {
      const [[order]] = await read(pendingOrder(db, schoolId, viewer, { ...list, today }))
      return order ?? { studentIds: [], pending: 0, clearing: 0, ageing: [] }
    })
    const ofPage = studentIds.slice(page * pageSize, (page + 1) * pageSize)
    const [rows] = ofPage.length === 0 ? [[]] : await read(pendingRows(db, schoolId, viewer, { ...list, today }, ofPage))
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
