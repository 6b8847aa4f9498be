import { z } from 'zod'
import { languageChoice } from '#shared/languages.schema.ts'
import { t } from '#shared/texts.ts'
import { setPassword } from '#platform/auth/accounts.ts'
import { passwordProblemFor } from '#platform/auth/newPassword.ts'
import { admitAttempt, clearAttempt, waitMessage, withdrawAttempt } from '#platform/auth/passwordAttempts.ts'
import { HashingBusy } from '#platform/auth/passwordHashing.ts'
import { isOwnPassword } from '#platform/auth/passwords.ts'
import { endOtherSessions, endSession, listOpenSessions } from '#platform/auth/sessions.ts'
import { type Call, command, query } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { deviceToSignOut, passwordChange } from '../account.schema.ts'
import { deviceName } from '../deviceName.rules.ts'
import { accountActions } from './account.permissions.ts'

/** A device on which the viewer is signed in. */
export interface SignedInDevice {
  /** The session id. */
  id: string
  /** Browser and system, such as "Chrome on Android". */
  name: string
  lastUsedAt: Date
  /** Whether this is the device of the request. */
  current: boolean
}

/** Returns the devices on which the viewer is signed in: the device of the request, then the others by last use. */
export const listSignedInDevices = query({
  action: accountActions.listDevices,
  input: z.object({}),
  run: async ({ db, call, viewer }): Promise<SignedInDevice[]> => {
    const sessions = await listOpenSessions(db, viewer.subject)
    return sessions
      .map(({ id, userAgent, lastUsedAt }) => ({
        id,
        name: deviceName(userAgent ?? ''),
        lastUsedAt,
        current: id === call.session,
      }))
      .toSorted((left, right) => Number(right.current) - Number(left.current))
  },
})

/** Signs out a device of the viewer. Returns false when it was already signed out. */
export const signOutDevice = command({
  action: accountActions.signOutDevice,
  input: deviceToSignOut,
  run: async ({ db, call, viewer, input }) => {
    const result = await endSession(db, viewer.subject, input.id)
    return { result, ids: [], afterCommit: () => invalidateViewer(call.database, viewer.subject) }
  },
})

/** Signs the viewer out on all other devices, and returns their number. */
export const signOutOtherDevices = command({
  action: accountActions.signOutOtherDevices,
  input: z.object({}),
  run: async ({ db, call, viewer }) => {
    const result = await endOtherSessions(db, viewer.subject, call.session ?? null)
    return { result, ids: [], afterCommit: () => invalidateViewer(call.database, viewer.subject) }
  },
})

/**
 * Changes the viewer's own password and signs out all other devices. BAD_INPUT on `currentPassword` or `newPassword`.
 * RATE_LIMITED after wrong guesses. CONFLICT when an external service keeps the passwords.
 */
export const changePassword = command({
  action: accountActions.changePassword,
  input: passwordChange,
  run: async ({ db, call, viewer, input }) => {
    const attempt = attemptOf(call, viewer.email)
    const admission = await admitAttempt(call.database.pool, attempt)
    if (!admission.admitted) throw new Refusal('RATE_LIMITED', waitMessage(admission))
    const matches = await isOwnPassword(call.database, viewer.subject, input.currentPassword).catch(async (error: unknown) => {
      // Not looked at, so it was no guess.
      if (error instanceof HashingBusy) await withdrawAttempt(call.database.pool, attempt)
      throw error
    })
    if (matches === null) throw new Refusal('CONFLICT', t`Your password is kept by another service. Please change it there.`)
    if (!matches) throw badInput('currentPassword', t`This is not your present password.`)
    const problem =
      input.newPassword === input.currentPassword
        ? t`This is your present password. Choose another.`
        : await passwordProblemFor(call.database, viewer.subject, input.newPassword)
    if (problem) throw badInput('newPassword', problem)
    await setPassword(db, viewer.subject, input.newPassword, 'own', call.session ?? null)
    return {
      result: true,
      ids: [],
      fields: ['password'],
      afterCommit: async () => {
        invalidateViewer(call.database, viewer.subject)
        await clearAttempt(call.database.pool, attempt)
      },
    }
  },
})

/**
 * Keeps the language in which the viewer reads the pages. A student's family gets its messages in it, too. Returns
 * true.
 */
export const chooseLanguage = command({
  action: accountActions.chooseLanguage,
  input: languageChoice,
  run: async ({ db, call, viewer, input: { language } }) => {
    await db.updateTable('logins').set({ language }).where('subject', '=', viewer.subject).execute()
    if (viewer.studentId !== null)
      await db
        .updateTable('students')
        .set({ language })
        .where('schoolId', '=', viewer.schoolId)
        .where('id', '=', viewer.studentId)
        .execute()
    return {
      result: true,
      ids: viewer.studentId === null ? [] : [viewer.studentId],
      fields: ['language'],
      afterCommit: () => invalidateViewer(call.database, viewer.subject),
    }
  },
})

/**
 * Returns the rate limit key of a guess at the current password. Guesses count per session, as at the sign-in of a
 * known device.
 */
function attemptOf(call: Call, email: string) {
  return { email, address: call.address, device: call.session ? `session ${call.session}` : null }
}

function badInput(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}
