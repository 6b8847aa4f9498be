import type { z } from 'zod'
import { command, query, type QueryContext } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { queueMessages, wakeSender } from '#domains/messaging/server/messaging.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import { plural, t } from '#shared/texts.ts'
import { reminderChoice, scoreReminder } from '../scoreReminders.schema.ts'
import { type BoardSheet, boardSheets } from './scoreBoard.commands.ts'
import { type RemindedTeacher, selectRemindedTeachers, selectRemindersOfDay, storeReminders } from './scoreReminders.sql.ts'
import { scoreActions } from './scores.permissions.ts'

/** A notification of yesterday asks for marks that may be there. */
const expiryMs = 24 * 3_600_000
/** How many sheets a notification names; the others are counted. */
const namedSheets = 3

/** A sheet with missing scores, and who is reminded of it. */
export interface MissingSheet {
  sectionId: number
  subjectId: number
  /** Such as `7-B Science`. */
  title: string
  missing: number
  teachers: readonly RemindedTeacher[]
  /** Whether the viewer is the only one who enters it. */
  isViewersAlone: boolean
  /** When teachers were reminded of it today; null if they were not. */
  askedAt: Date | null
  askedByName: string | null
}

type Reading = Pick<QueryContext<unknown>, 'db' | 'read' | 'viewer' | 'schoolId'>

/** Reads the sheets of a part that are open and miss scores, in the order of the board. */
async function missingSheets(
  { db, read, viewer, schoolId }: Reading,
  choice: z.output<typeof reminderChoice>,
): Promise<MissingSheet[]> {
  const board = await boardSheets({ db, read, viewer, schoolId }, choice)
  const [teachers, reminders] = await read(
    selectRemindedTeachers(db, viewer, schoolId, choice),
    selectRemindersOfDay(db, schoolId, choice.part, schoolDay(new Date())),
  )
  const key = ({ sectionId, subjectId }: { sectionId: number; subjectId: number }) => `${sectionId} ${subjectId}`
  // Only of sections that the viewer sees as a whole: a TEACHER reminds nobody of another section.
  const teachersOf = Map.groupBy(teachers, key)
  const reminderOf = new Map(reminders.map((reminder) => [key(reminder), reminder]))
  const isMissing = ({ part, locked, entered, needed }: BoardSheet) => part === choice.part && locked === null && entered < needed
  return board.filter(isMissing).flatMap((sheet): MissingSheet[] => {
    const own = teachersOf.get(key(sheet))
    if (!own) return []
    const assigned = own.filter((row): row is RemindedTeacher => row.userId !== null)
    const others = assigned.filter(({ userId }) => userId !== viewer.userId)
    const { sectionId, subjectId, className, sectionName, subjectName, needed, entered } = sheet
    const reminder = reminderOf.get(key(sheet))
    return [
      {
        sectionId,
        subjectId,
        title: `${className}-${sectionName} ${subjectName}`,
        missing: needed - entered,
        // Only the office calls colleagues.
        teachers: others.map((teacher) => (viewer.role === 'TEACHER' ? { ...teacher, phone: '' } : teacher)),
        isViewersAlone: assigned.length > 0 && others.length === 0,
        askedAt: reminder?.askedAt ?? null,
        askedByName: reminder?.askedByName ?? null,
      },
    ]
  })
}

/**
 * Returns the sheets with missing scores of which the viewer may remind, for the preview; also those without a teacher.
 */
export const viewScoreReminder = query({
  action: scoreActions.remind,
  input: reminderChoice,
  run: async (reading): Promise<MissingSheet[]> =>
    (await missingSheets(reading, reading.input)).filter(({ isViewersAlone }) => !isViewersAlone),
})

/**
 * Reminds the teachers of sheets with missing scores, each by one notification on the own devices. Sheets of which they
 * were reminded today are left out, and so are those whose teachers get no notifications.
 * @returns the number of teachers who are reminded
 * @throws Refusal NOT_FOUND for a sheet of another section or term; CONFLICT when nobody is reminded, with the reason
 */
export const remindOfScores = command<typeof scoreReminder, undefined, number>({
  action: scoreActions.remind,
  input: scoreReminder,
  run: async (running) => {
    const { db, call, viewer, school, schoolId, input } = running
    const sheets = await missingSheets(running, input)
    const key = ({ sectionId, subjectId }: { sectionId: number; subjectId: number }) => `${sectionId} ${subjectId}`
    const wanted = new Set(input.sheets.map(key))
    const open = sheets.filter((sheet) => wanted.has(key(sheet)))
    const reachable = open.filter(({ teachers }) => teachers.some(isReachable))
    const day = schoolDay(new Date())
    const { subject, name } = viewer
    const asked =
      reachable.length === 0 ? [] : await storeReminders(db, schoolId, { part: input.part, day, subject, name }, reachable)
    const now = new Set(asked.map(key))
    const reminded = reachable.filter((sheet) => now.has(key(sheet)))
    if (reminded.length === 0) throw nobodyReminded(open)
    const teachers = byTeacher(reminded)
    await queueMessages(
      db,
      school,
      'MARKS',
      teachers.map(({ account, titles }) => ({
        event: `${day}/${asked[0]?.askedAt.getTime() ?? 0}/${account}`,
        studentIds: [],
        subject: account,
        params: {
          from: name,
          marks: sheetsText(titles),
          link: `/exams?${new URLSearchParams({ part: input.part })}`,
        },
        expiresAt: new Date(Date.now() + expiryMs),
      })),
    )
    return {
      result: teachers.length,
      ids: asked.map(({ id }) => id),
      fields: ['askedAt'],
      afterCommit: () => wakeSender(call.database),
    }
  },
})

function isReachable(teacher: RemindedTeacher): teacher is RemindedTeacher & { subject: string } {
  return teacher.hasDevice && teacher.subject !== null
}

/** Returns each reachable teacher's account with the sheets. */
function byTeacher(sheets: readonly MissingSheet[]): { account: string; titles: string[] }[] {
  const titles = new Map<string, string[]>()
  for (const { title, teachers } of sheets)
    for (const { subject } of teachers.filter(isReachable)) titles.set(subject, [...(titles.get(subject) ?? []), title])
  return [...titles].map(([account, own]) => ({ account, titles: own }))
}

/** Lists sheets as a notification has room for: `7-A Science, 7-B Science, 8-A Science (2 more)`. */
function sheetsText(titles: readonly string[]): string {
  const list = titles.slice(0, namedSheets).join(', ')
  const more = titles.length - namedSheets
  return more > 0 ? `${list} (+${more})` : list
}

/**
 * Returns why nobody is reminded: nothing is missing, no other teacher enters it, somebody was reminded today, or
 * nobody gets notifications.
 */
function nobodyReminded(open: readonly MissingSheet[]): Refusal {
  const [first] = open
  if (!first) return notFound()
  if (open.every(({ teachers }) => teachers.length === 0))
    return new Refusal('CONFLICT', t`No other teacher has marks to enter here.`)
  const again = open.find(({ askedAt }) => askedAt !== null)
  if (again) {
    const by = again.askedByName ?? ''
    return new Refusal('CONFLICT', t`${by} has reminded the teachers today. Another reminder can go tomorrow.`)
  }
  const sheets = plural(open.length, { one: 'this subject', other: 'these subjects' })
  return new Refusal('CONFLICT', t`No teacher of ${sheets} gets notifications on a phone. Call instead.`)
}
