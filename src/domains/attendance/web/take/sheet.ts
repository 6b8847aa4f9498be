import type { Mark } from '#shared/marks.ts'
import { type MarkCounts, countMarks } from '../../attendance.rules.ts'

/** A student of a register on the server. */
export interface SheetRow {
  studentId: string
  name: string
  roll: string
  /** Null if the register was not taken, or the student joined later. */
  mark: Mark | null
  /** The mark a new register starts with. */
  suggested: Mark
  note: string
}

export interface SheetMark {
  value: Mark
  note: string
}

/** The marks on the screen, based on version `seen` of the register; 0 if it was not taken. */
export interface Sheet {
  seen: number
  /** Marks by student id. */
  marks: Readonly<Record<string, SheetMark>>
}

/** Returns a student's mark on an unchanged sheet: the stored one, otherwise the suggested one. */
function freshMark(row: SheetRow): SheetMark {
  return { value: row.mark ?? row.suggested, note: row.note }
}

/**
 * Builds the sheet to show from the draft, for students who are in the section now; without a draft, from the server's
 * marks. A draft keeps the version it is based on, so that saving detects what others have stored meanwhile.
 */
export function sheetOf(rows: readonly SheetRow[], version: number, draft: Sheet | undefined): Sheet {
  const marks = Object.fromEntries(rows.map((row) => [row.studentId, draft?.marks[row.studentId] ?? freshMark(row)]))
  return { seen: draft?.seen ?? version, marks }
}

/** Returns the mark after a tap: P → A → L → P. */
export function nextMark(mark: Mark): Mark {
  return mark === 'P' ? 'A' : mark === 'A' ? 'L' : 'P'
}

export function withMark(sheet: Sheet, studentId: string, change: Partial<SheetMark>): Sheet {
  const before = sheet.marks[studentId]
  if (!before) return sheet
  return { ...sheet, marks: { ...sheet.marks, [studentId]: { ...before, ...change } } }
}

/** Marks everybody present and keeps the notes. */
export function everybodyPresent(sheet: Sheet): Sheet {
  const marks = Object.entries(sheet.marks).map(([id, mark]) => [id, { ...mark, value: 'P' as const }] as const)
  return { ...sheet, marks: Object.fromEntries(marks) }
}

/** Counts the marks of a sheet. */
export function countSheet(sheet: Sheet): MarkCounts {
  return countMarks(Object.values(sheet.marks).map(({ value }) => value))
}

/** Whether the user has changed the sheet. An unchanged new sheet is not touched, although it is not stored. */
export function isTouched(rows: readonly SheetRow[], sheet: Sheet): boolean {
  return rows.some((row) => {
    const mark = sheet.marks[row.studentId]
    const fresh = freshMark(row)
    return mark !== undefined && (mark.value !== fresh.value || mark.note !== fresh.note)
  })
}

/** Whether the sheet equals the queued save, or the stored marks without one, so that saving would change nothing. */
export function hasSameMarks(rows: readonly SheetRow[], sheet: Sheet, waiting: Sheet | undefined): boolean {
  return rows.every((row) => {
    const mark = sheet.marks[row.studentId]
    const before = waiting ? waiting.marks[row.studentId] : row.mark && { value: row.mark, note: row.note }
    return before && mark ? before.value === mark.value && before.note === mark.note : false
  })
}

/** Returns the marks to send: every student of the section, in the list's order. */
export function marksToSend(rows: readonly SheetRow[], sheet: Sheet) {
  return rows.map((row) => ({ studentId: row.studentId, ...(sheet.marks[row.studentId] ?? freshMark(row)) }))
}

/** Returns the students whose mark here differs from the one that somebody else has stored meanwhile. */
export function differences(
  rows: readonly SheetRow[],
  mine: readonly { studentId: string; value: Mark; note: string }[],
): { row: SheetRow; mine: SheetMark }[] {
  const byStudent = new Map(mine.map((mark) => [mark.studentId, mark]))
  return rows.flatMap((row) => {
    const mark = byStudent.get(row.studentId)
    return mark && (mark.value !== row.mark || mark.note !== row.note) ? [{ row, mine: mark }] : []
  })
}
