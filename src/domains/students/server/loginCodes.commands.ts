import { codeHours, handOutCodes } from '#platform/auth/codes.ts'
import { type Call, command } from '#platform/command.ts'
import type { OneTimeCode } from '#platform/graphql/oneTimeCode.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { seesClass, sectionInTerm } from '#domains/classes/server/classes.exports.ts'
import { t } from '#shared/texts.ts'
import { sectionCodes, studentId } from '../students.schema.ts'
import { studentActions } from './students.permissions.ts'
import { lockStudent, type Student } from './students.sql.ts'
import { studentLogins } from './studentLogins.sql.ts'

/** A login slip to cut out: a student's e-mail and one-time code. */
export interface LoginSlip {
  studentId: number
  name: string
  roll: string
  login: string
  code: string
}

/** The login slips of a section. */
export interface LoginSlips {
  className: string
  sectionName: string
  expiresAt: Date
  slips: LoginSlip[]
  /** Number of students without a slip because they already have an own password. */
  ownPassword: number
  /** Number of students without a slip because they have no e-mail to sign in with. */
  withoutLogin: number
}

/** Refuses where an external sign-in service keeps the passwords, because it does not know our codes. */
function refuseExternalSignIn(call: Call): void {
  if (call.services.config.authIssuer !== undefined)
    throw new Refusal('CONFLICT', t`Another sign-in service keeps the passwords. Codes are handed out there.`)
}

/**
 * Creates a one-time code for a student's account, valid for 24 hours. It replaces earlier codes and the current
 * password. CONFLICT when the student is disabled or has no login e-mail.
 */
export const handOutStudentCode = command<typeof studentId, Student, OneTimeCode>({
  action: studentActions.handOutCode,
  input: studentId,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async ({ db, call, row }) => {
    refuseExternalSignIn(call)
    const { subject, loginEmail, disabled } = row
    if (disabled) throw new Refusal('CONFLICT', t`This student is disabled. Enable the student first.`)
    if (subject === null || loginEmail === null)
      throw new Refusal('CONFLICT', t`This student has no email to sign in with. Add one first.`)
    const codes = await handOutCodes(db, call.services.config.secrets, [subject], { hours: codeHours.handedOut, evenOwn: true })
    const made = codes.get(subject)
    if (!made) throw notFound()
    return { result: { ...made, login: loginEmail }, ids: [row.id], afterCommit: () => invalidateViewer(call.database, subject) }
  },
})

/** Makes codes for all enabled students of a section who have no password of their own yet. */
export const handOutSectionCodes = command({
  action: studentActions.handOutCodes,
  input: sectionCodes,
  run: async ({ db, call, viewer, schoolId, input }) => {
    refuseExternalSignIn(call)
    const section = await sectionInTerm(db, schoolId, input.sectionId).executeTakeFirst()
    if (!section || !seesClass(viewer, section.classId)) throw notFound()
    const students = await studentLogins(db, schoolId, input.sectionId).execute()
    const logins = students.flatMap(({ subject, loginEmail, ...student }) =>
      subject === null || loginEmail === null ? [] : [{ ...student, subject, login: loginEmail }],
    )
    const codes = await handOutCodes(
      db,
      call.services.config.secrets,
      logins.map(({ subject }) => subject),
      { hours: codeHours.handedOut, evenOwn: false },
    )
    const slips = logins.flatMap(({ subject, ...student }) => {
      const made = codes.get(subject)
      return made ? [{ ...student, code: made.code }] : []
    })
    const [first] = codes.values()
    const result: LoginSlips = {
      className: section.className,
      sectionName: section.name,
      expiresAt: first?.expiresAt ?? new Date(),
      slips,
      ownPassword: logins.length - slips.length,
      withoutLogin: students.length - logins.length,
    }
    return {
      result,
      ids: slips.map((slip) => slip.studentId),
      afterCommit: () => {
        for (const { subject } of logins) if (codes.has(subject)) invalidateViewer(call.database, subject)
      },
    }
  },
})
