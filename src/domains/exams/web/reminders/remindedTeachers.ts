import type { ScoreReminderQuery } from './reminders.graphql.ts'

export type MissingSheet = ScoreReminderQuery['scoreReminder'][number]
type Teacher = MissingSheet['teachers'][number]

/** A teacher with the sheets that miss marks. */
export interface TeacherSheets extends Teacher {
  sheets: MissingSheet[]
  /** Gets a notification now. */
  isReminded: boolean
  /** Was reminded of all of them today already. */
  isAsked: boolean
}

/** Returns the teachers of sheets by name, those who get a notification first. */
export function remindedTeachers(sheets: readonly MissingSheet[]): TeacherSheets[] {
  const teachers = new Map<string, TeacherSheets>()
  for (const sheet of sheets)
    for (const teacher of sheet.teachers) {
      const known = teachers.get(teacher.userId) ?? { ...teacher, sheets: [], isReminded: false, isAsked: true }
      known.sheets.push(sheet)
      if (sheet.askedAt === null) known.isAsked = false
      known.isReminded = teacher.hasDevice && !known.isAsked
      teachers.set(teacher.userId, known)
    }
  return [...teachers.values()].sort(
    (first, second) => Number(second.isReminded) - Number(first.isReminded) || first.name.localeCompare(second.name),
  )
}

/** Returns the sheets that nobody enters: no teacher is assigned. */
export function sheetsWithoutTeacher(sheets: readonly MissingSheet[]): MissingSheet[] {
  return sheets.filter(({ teachers }) => teachers.length === 0)
}
