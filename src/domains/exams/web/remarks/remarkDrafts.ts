import { isSame, type Remark } from './remarkTexts.ts'

/** What is chosen for a student and not stored yet. `seen` is the version on which it was built. */
export interface RemarkDraft {
  seen: number
  remarks: readonly Remark[]
}

export type RemarkDrafts = ReadonlyMap<string, RemarkDraft>

interface Stored {
  studentId: string
  version: number
  remarks: readonly Remark[]
}

/** Most remarks for a student, as the server has it. */
export const maxRemarks = 10

function isSameList(one: readonly Remark[], other: readonly Remark[]): boolean {
  return one.length === other.length && one.every((remark, index) => isSame(remark, other[index] as Remark))
}

/** Returns the remarks that a student's row shows: the draft, else those that are stored. */
export function shownRemarks({ studentId, remarks }: Stored, drafts: RemarkDrafts): readonly Remark[] {
  return drafts.get(studentId)?.remarks ?? remarks
}

/** Returns the drafts with another list for a student; without one where the list is the stored one again. */
export function withRemarks(drafts: RemarkDrafts, student: Stored, remarks: readonly Remark[]): RemarkDrafts {
  const next = new Map(drafts)
  const seen = drafts.get(student.studentId)?.seen ?? student.version
  if (seen === student.version && isSameList(remarks, student.remarks)) next.delete(student.studentId)
  else next.set(student.studentId, { seen, remarks })
  return next
}

/** Returns the proposals that a student does not have yet, as many as there is room for. */
export function openProposals(shown: readonly Remark[], proposed: readonly Remark[]): Remark[] {
  return proposed.filter((remark) => !shown.some((each) => isSame(each, remark))).slice(0, Math.max(0, maxRemarks - shown.length))
}
