import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { caseId, casesOfStudentView, casesView } from '../attention.schema.ts'
import { attentionActions } from './attention.permissions.ts'
import {
  caseById,
  caseCounts,
  casePage,
  casesOfStudent,
  type CaseRow,
  type Entry,
  entriesOfCase,
  type Owner,
  possibleOwners,
} from './cases.sql.ts'

/** A page of a list of cases, and how many cases are in every list. */
export interface CasePage {
  rows: CaseRow[]
  /** How many cases are on all pages. */
  total: number
  open: number
  today: number
  mine: number
  waiting: number
  closed: number
}

/** A case with what was done about it, and who may have it. */
export interface CaseDetails extends CaseRow {
  entries: Entry[]
  owners: Owner[]
}

/** Returns a page of the cases that the viewer may see. */
export const listCases = query({
  action: attentionActions.list,
  input: casesView,
  run: async ({ db, read, viewer, school, input }): Promise<CasePage> => {
    const today = schoolDay(new Date())
    const asking = { viewer, school }
    const [rows, [counts]] = await read(casePage(db, asking, input, today), caseCounts(db, asking, input, today))
    return { rows, ...(counts ?? { total: 0, open: 0, today: 0, mine: 0, waiting: 0, closed: 0 }) }
  },
})

/** Returns a case. NOT_FOUND for one that the viewer may not see. */
export const viewCase = query({
  action: attentionActions.list,
  input: caseId,
  run: async ({ db, read, viewer, school, schoolId, input: { id } }): Promise<CaseDetails> => {
    const [[row], entries, owners] = await read(
      caseById(db, { viewer, school }, id),
      entriesOfCase(db, schoolId, id),
      possibleOwners(db, schoolId, id),
    )
    if (!row) throw notFound()
    return { ...row, entries, owners }
  },
})

/** Returns the cases of a student of every term that the viewer may see, the latest first. */
export const viewCasesOfStudent = query({
  action: attentionActions.list,
  input: casesOfStudentView,
  run: async ({ db, read, viewer, school, input: { studentId } }): Promise<CaseRow[]> => {
    const [rows] = await read(casesOfStudent(db, { viewer, school }, studentId))
    return rows
  },
})
