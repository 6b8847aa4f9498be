import type { z } from 'zod'
import { command, type CommandContext } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { queueMessages, wakeSender } from '#domains/messaging/server/messaging.exports.ts'
import { mayRemindAgain, nudgePauseMinutes } from '../nudge.rules.ts'
import { nudgeInput } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import { currentTerm, nudgesOfDay, registerTeachers, type RegisterTeacher } from './day.sql.ts'
import { type DayRow, registersOfDay } from './registers.sql.ts'
import { isExpected } from './registers.queries.ts'

/** A later notification would ask for a register that has long been taken. */
const expiryMs = 30 * 60_000

type Nudging = CommandContext<z.output<typeof nudgeInput>, undefined>
type Wanted = z.output<typeof nudgeInput>['registers'][number]

/** A register that is not taken, with the teachers who can be asked on their devices. */
interface OpenRegister {
  row: DayRow
  key: string
  teachers: (RegisterTeacher & { subject: string })[]
}

/** Returns the key of a register as it stands in an address: '5.DAY', '5.SUBJECT.7.09:00:00'. */
export function registerAddressKey({ sectionId, session, subjectId, starts }: Wanted): string {
  return [sectionId, session, ...(subjectId ? [subjectId, starts] : [])].join('.')
}

/**
 * Reminds the teachers of registers that were not taken today, by a notification on their devices. A register with a
 * reminder in the last ten minutes is left out, and so is one whose teachers get no notifications.
 *
 * Refuses with NOT_FOUND for a register that the viewer does not see, and with CONFLICT when nobody is asked, with the
 * reason for the first register.
 * @returns the number of registers that were asked for
 */
export const nudgeRegisters = command<typeof nudgeInput, undefined, number>({
  action: attendanceActions.nudge,
  input: nudgeInput,
  run: async (running) => {
    const { db, call, viewer, school } = running
    const open = await openRegisters(running)
    const asked = await recordNudges(running, open)
    if (asked.length === 0) throw await refusalOf(running, open[0])
    const day = schoolDay(new Date())
    await queueMessages(
      db,
      school,
      'REGISTER',
      asked.flatMap(({ id, askedAt, register: { row, key, teachers } }) =>
        teachers.map(({ subject }) => ({
          event: `${id}/${askedAt.getTime()}/${subject}`,
          studentIds: [],
          subject,
          params: {
            from: viewer.name,
            section: row.sectionName,
            register: key,
            link: `/attendance?${new URLSearchParams({ tab: 'take', day, register: key })}`,
          },
          expiresAt: new Date(Date.now() + expiryMs),
        })),
      ),
    )
    return {
      result: asked.length,
      ids: asked.map(({ id }) => id),
      fields: ['askedAt'],
      afterCommit: () => wakeSender(call.database),
    }
  },
})

/**
 * Returns the wanted registers that are not taken.
 * @throws Refusal NOT_FOUND for one that does not exist or is not the viewer's, CONFLICT when all are taken
 */
async function openRegisters({ db, viewer, school, schoolId, input }: Nudging): Promise<OpenRegister[]> {
  const view = { termId: currentTerm(schoolId), day: schoolDay(new Date()), counted: false }
  const rows = new Map(
    (await registersOfDay(db, schoolId, school.attType, viewer, view).execute()).map((row) => [registerAddressKey(row), row]),
  )
  const teachers = await registerTeachers(db, school, viewer).execute()
  const wanted = input.registers.map((register) => {
    const key = registerAddressKey(register)
    const row = rows.get(key)
    if (!row) throw notFound()
    const isTheirs = (teacher: RegisterTeacher): teacher is RegisterTeacher & { subject: string } =>
      teacher.sectionId === row.sectionId && teacher.subjectId === row.subjectId && teacher.hasDevice && teacher.subject !== null
    return { key, row, teachers: teachers.filter(isTheirs) }
  })
  const open = wanted.filter(({ row }) => row.id === null && isExpected(row))
  if (open.length === 0) {
    const name = wanted[0]?.row.sectionName ?? ''
    throw new Refusal(
      'CONFLICT',
      wanted.some(({ row }) => row.id === null)
        ? t`No register of ${name} is expected today.`
        : t`The register of ${name} is taken.`,
    )
  }
  return open
}

/** Stores who asks now, for the registers that may be asked for. Of two people at once, one does. */
async function recordNudges({ db, viewer, schoolId }: Nudging, open: readonly OpenRegister[]) {
  const asked: { id: number; askedAt: Date; register: OpenRegister }[] = []
  // By key, so that two people who ask for many registers wait for each other in one order.
  for (const register of open.filter(({ teachers }) => teachers.length > 0).toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const { sectionId, session, subjectId, starts } = register.row
    const day = schoolDay(new Date())
    // Values and not now(): a cluster refuses functions of the time where a row is there already.
    const pausedSince = new Date(Date.now() - nudgePauseMinutes * 60_000)
    const stored = await db
      .insertInto('registerNudges')
      .values({ schoolId, sectionId, session, subjectId, starts, day, askedBy: viewer.subject, askedByName: viewer.name })
      .onConflict((conflict) =>
        conflict
          .columns(['schoolId', 'sectionId', 'session', 'subjectId', 'starts'])
          .doUpdateSet((row) => ({
            day,
            askedAt: row.ref('excluded.askedAt'),
            askedBy: viewer.subject,
            askedByName: viewer.name,
          }))
          .where((row) => row.or([row('registerNudges.day', '<', day), row('registerNudges.askedAt', '<=', pausedSince)])),
      )
      .returning(['id', 'askedAt'])
      .executeTakeFirst()
    if (stored) asked.push({ ...stored, register })
  }
  return asked
}

/** Returns why nobody is asked for a register: somebody has just asked, or its teachers have no device. */
async function refusalOf({ db, schoolId }: Nudging, open: OpenRegister | undefined): Promise<Refusal> {
  if (!open) return notFound()
  const { sectionId, session, subjectId, starts, sectionName } = open.row
  const nudge = await nudgesOfDay(db, schoolId, schoolDay(new Date()))
    .where('sectionId', '=', sectionId)
    .where('session', '=', session)
    .where('subjectId', 'is not distinct from', subjectId)
    .where('starts', 'is not distinct from', starts)
    .executeTakeFirst()
  if (!nudge || mayRemindAgain(nudge.askedAt, new Date()))
    return new Refusal('CONFLICT', t`No teacher of ${sectionName} gets notifications on a phone. Call instead.`)
  const { askedAt, askedByName } = nudge
  const time = (moment: Date) => schoolTime(moment).slice(0, 5)
  const again = time(new Date(askedAt.getTime() + nudgePauseMinutes * 60_000))
  const asked = time(askedAt)
  return new Refusal(
    'CONFLICT',
    t`${askedByName} sent a reminder for ${sectionName} at ${asked}. The next one can go at ${again}.`,
  )
}
