import type { Mark } from '#shared/marks.ts'
import { type Counts, countMarks } from '../../attendance.rules.ts'

/** A student of a register, as the server has it. */
export interface SheetRow {
  studentId: string
  name: string
  roll: string
  /** Null where the register is not taken, or the student came later. */
  mark: Mark | null
  /** What a fresh register starts with. */
  suggested: Mark
  note: string
}

export interface SheetMark {
  value: Mark
  note: string
}

/** What a teacher has on the screen: made of version `seen` of the register, 0 where it was not taken yet. */
export interface Sheet {
  seen: number
  /** By student. */
  marks: Readonly<Record<string, SheetMark>>
}

/** What an untouched sheet shows: what is stored, else what is suggested. */
function freshMark(row: SheetRow): SheetMark {
  return { value: row.mark ?? row.suggested, note: row.note }
}

/**
 * The sheet to show: what was tapped and not saved yet, for the students who are in the section now; nothing tapped means what the
 * server has. A sheet in work keeps the version it was made of, so that saving finds out what others have stored meanwhile.
 */
export function sheetOf(rows: readonly SheetRow[], version: number, draft: Sheet | undefined): Sheet {
  const marks = Object.fromEntries(rows.map((row) => [row.studentId, draft?.marks[row.studentId] ?? freshMark(row)]))
  return { seen: draft?.seen ?? version, marks }
}

/** One tap: P → A → L → P. */
export function nextMark(mark: Mark): Mark {
  return mark === 'P' ? 'A' : mark === 'A' ? 'L' : 'P'
}

export function withMark(sheet: Sheet, studentId: string, change: Partial<SheetMark>): Sheet {
  const before = sheet.marks[studentId]
  if (!before) return sheet
  return { ...sheet, marks: { ...sheet.marks, [studentId]: { ...before, ...change } } }
}

/** Everybody is there; the notes stay. */
export function everybodyPresent(sheet: Sheet): Sheet {
  const marks = Object.entries(sheet.marks).map(([id, mark]) => [id, { ...mark, value: 'P' as const }] as const)
  return { ...sheet, marks: Object.fromEntries(marks) }
}

/** How many of each mark a sheet has. */
export function countSheet(sheet: Sheet): Counts {
  return countMarks(Object.values(sheet.marks).map(({ value }) => value))
}

/** Whether the sheet says anything that is not stored: a fresh one that nobody has touched does not count. */
export function isTouched(rows: readonly SheetRow[], sheet: Sheet): boolean {
  return rows.some((row) => {
    const mark = sheet.marks[row.studentId]
    const fresh = freshMark(row)
    return mark !== undefined && (mark.value !== fresh.value || mark.note !== fresh.note)
  })
}

/** Whether a sheet says just what is stored, or waits to be: saving it would change nothing. */
export function saysTheSame(rows: readonly SheetRow[], sheet: Sheet, waiting: Sheet | undefined): boolean {
  return rows.every((row) => {
    const mark = sheet.marks[row.studentId]
    const before = waiting ? waiting.marks[row.studentId] : row.mark && { value: row.mark, note: row.note }
    return before && mark ? before.value === mark.value && before.note === mark.note : false
  })
}

/** What is sent: every student of the section, in the list's order. */
export function marksToSend(rows: readonly SheetRow[], sheet: Sheet) {
  return rows.map((row) => ({ studentId: row.studentId, ...(sheet.marks[row.studentId] ?? freshMark(row)) }))
}

/** Where what was tapped here differs from what somebody else has stored meanwhile. */
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
