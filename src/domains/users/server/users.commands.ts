import { z } from 'zod'
import { changeAccountEmail, createAccounts, deleteAccounts, endSessions, setPassword } from '#platform/auth/accounts.ts'
import type { Permission } from '#platform/action.ts'
import { codeHours, handOutCodes } from '#platform/auth/codes.ts'
import { command, query } from '#platform/command.ts'
import { clearReferences } from '#platform/database/citus/clearReferences.ts'
import { attachFile, removeFile, replaceFile } from '#platform/files/files.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { checkAdminPassword } from '#platform/auth/newPassword.ts'
import { invalidateViewer, type Viewer } from '#platform/viewer.ts'
import { assignableRoles, type Role } from '#shared/roles.ts'
import { nameKeys } from '#shared/nameSearch.ts'
import { t } from '#shared/texts.ts'
import { hasSameClasses, storedLimit, storedZoom, whyNotGrant } from '../users.rules.ts'
import { newUser, userDisabled, userForm, userId, userPassword, userPhoto, userUpdate } from '../users.schema.ts'
import { userActions } from './users.permissions.ts'
import { addClasses, assignmentsOf, lockUser, removeClasses, teacherList, type User, userById, userList } from './users.sql.ts'

const conflicts = {
  users_email: {
    path: 'email',
    get message() {
      return t`This email is already used by another account.`
    },
  },
  class_admins_school_id_class_id_fkey: {
    path: 'classIds',
    get message() {
      return t`This class does not exist any more.`
    },
  },
}

/** Returns the users of a school by name, with the classes that an ADMIN is limited to. */
export const listUsers = query({
  action: userActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(userList(db, schoolId)))[0],
})

/** Returns the enabled teachers of a school by name, for selectors. */
export const listTeachers = query({
  action: userActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(teacherList(db, schoolId)))[0],
})

/** A role of users, and whether the viewer may grant it. */
export interface GrantableRole {
  role: Role
  permission: Permission
  classesRequired: boolean
}

/** Returns the roles of users, each with whether the viewer may grant it to a new user in `addUser`. */
export const listUserRoles = query({
  action: userActions.list,
  input: z.object({}),
  run: ({ viewer }) =>
    Promise.resolve(
      assignableRoles.map((role): GrantableRole => {
        const own = viewer.classIds?.slice(0, 1) ?? []
        const reason = whyNotGrant(viewer, { role, limitedToClasses: true, classIds: own })?.message ?? null
        const unlimited = { role, limitedToClasses: false, classIds: [] }
        const classesRequired = reason === null && whyNotGrant(viewer, unlimited) !== null
        return { role, permission: { allowed: reason === null, reason }, classesRequired }
      }),
    ),
})

/** Returns a user. A TEACHER reads only their own record. */
export const viewUser = query({
  action: userActions.view,
  input: userId,
  run: async ({ db, read, viewer, schoolId, input }) => {
    if (viewer.role === 'TEACHER' && viewer.userId !== input.id) throw notFound()
    const [[user]] = await read(userById(db, schoolId, input.id))
    if (!user) throw notFound()
    return user
  },
})

/** Returns the numbers of sections, subjects and books that a user teaches, which a deletion would unassign. */
export const viewUserAssignments = query({
  action: userActions.list,
  input: userId,
  run: async ({ db, read, schoolId, input }) => {
    const [[assignments]] = await read(assignmentsOf(db, schoolId, input.id))
    if (!assignments) throw notFound()
    return assignments
  },
})

/**
 * Adds a user with an account. CONFLICT on an `email` that any account of the installation has. FORBIDDEN on `role` or
 * `classIds` when the viewer may not grant these rights.
 */
export const addUser = command({
  action: userActions.add,
  input: newUser,
  conflicts,
  run: async ({ db, call, viewer, schoolId, input }) => {
    refuseUngrantable(viewer, input)
    const { name, phone, email, role, password } = input
    const photoFile = input.photoFile || null
    if (photoFile) await attachFile({ db, call, schoolId }, photoFile, 'user-photo', 'photoFile')
    const { limitedToClasses, classIds } = storedLimit(input)
    const { id } = await db
      .insertInto('users')
      .values({ schoolId, name, nameKeys: nameKeys(name), phone, email, role, limitedToClasses, photoFile, ...storedZoom(input) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addClasses(db, schoolId, id, classIds)
    const [subject] = await createAccounts(db, [{ email, name, schoolId, userId: id }])
    if (password && subject) {
      checkAdminPassword(password, [phone])
      await setPassword(db, subject, password)
    }
    return {
      result: await stored(userById(db, schoolId, id)),
      ids: [id],
      fields: Object.keys(userForm.shape).filter((field) => field !== 'photoFile' || photoFile !== null),
    }
  },
})

/**
 * Replaces the fields of a user, with the limit of an ADMIN to classes. The account gets the new e-mail. Refused as in
 * `addUser`, and when viewers change their own permission or classes.
 */
export const updateUser = command({
  action: userActions.update,
  input: userUpdate,
  conflicts,
  load: ({ db, schoolId, input }) => lockUser(db, schoolId, input.id),
  run: async ({ db, call, viewer, schoolId, input, row }) => {
    const classesBefore = row.classes.map(({ id }) => id)
    refuseUngrantable(viewer, input, { ...row, classIds: classesBefore })
    const { id, name, phone, email, role } = input
    const photoFile = input.photoFile === undefined ? row.photoFile : input.photoFile || null
    const change = { from: row.photoFile, to: photoFile, purpose: 'user-photo', path: 'photoFile' } as const
    const removePhoto = await replaceFile({ db, call, schoolId }, change)
    const { limitedToClasses, classIds } = storedLimit(input)
    const newClasses = !hasSameClasses(classIds, classesBefore)
    // Before the limit is taken away, because classes are of limited users alone.
    if (newClasses) await removeClasses(db, schoolId, id)
    const fields = { name, phone, email, role, limitedToClasses, photoFile, ...storedZoom(input) }
    await db
      .updateTable('users')
      .set({ ...fields, nameKeys: nameKeys(name) })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    if (newClasses) await addClasses(db, schoolId, id, classIds)
    if (email !== row.email && row.subject) await changeAccountEmail(db, row.subject, email)
    const changed = Object.keys(fields).filter((field) => fields[field as keyof typeof fields] !== row[field as keyof User])
    return {
      result: await stored(userById(db, schoolId, id)),
      ids: [id],
      fields: newClasses ? [...changed, 'classIds'] : changed,
      afterCommit: async () => {
        invalidateViewer(call.database, row.subject)
        await removePhoto()
      },
    }
  },
})

/** Disables or enables a user. Disabling ends all sessions of the user. */
export const setUserDisabled = command({
  action: userActions.setDisabled,
  input: userDisabled,
  load: ({ db, schoolId, input }) => lockUser(db, schoolId, input.id),
  run: async ({ db, call, schoolId, input: { id, disabled }, row }) => {
    await db.updateTable('users').set({ disabled }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    if (disabled && row.subject) await endSessions(db, row.subject)
    return {
      result: { ...row, disabled },
      ids: [id],
      fields: ['disabled'],
      afterCommit: () => invalidateViewer(call.database, row.subject),
    }
  },
})

/** Replaces a user's photo, or removes it (''). BAD_INPUT on a `photoFile` that does not exist. */
export const setUserPhoto = command({
  action: userActions.update,
  input: userPhoto,
  load: ({ db, schoolId, input }) => lockUser(db, schoolId, input.id),
  run: async ({ db, call, schoolId, input: { id, photoFile }, row }) => {
    const to = photoFile || null
    const change = { from: row.photoFile, to, purpose: 'user-photo', path: 'photoFile' } as const
    const after = await replaceFile({ db, call, schoolId }, change)
    await db.updateTable('users').set({ photoFile: to }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: { ...row, photoFile: to }, ids: [id], fields: ['photoFile'], afterCommit: after }
  },
})

/** Sets a user's password of exactly 10 characters, and ends the user's sessions. */
export const setUserPassword = command({
  action: userActions.setPassword,
  input: userPassword,
  load: ({ db, schoolId, input }) => lockUser(db, schoolId, input.id),
  run: async ({ db, call, input, row }) => {
    if (!row.subject) throw new Refusal('NOT_FOUND', t`This person has no account to sign in with.`)
    checkAdminPassword(input.password, [row.phone])
    await setPassword(db, row.subject, input.password)
    return {
      result: row,
      ids: [row.id],
      fields: ['password'],
      afterCommit: () => invalidateViewer(call.database, row.subject),
    }
  },
})

/**
 * Creates a one-time code for a user's account, valid for 24 hours. It replaces earlier codes and the current password.
 * CONFLICT when the user is disabled.
 */
export const handOutUserCode = command({
  action: userActions.handOutCode,
  input: userId,
  load: ({ db, schoolId, input }) => lockUser(db, schoolId, input.id),
  run: async ({ db, call, row }) => {
    const { authIssuer, secrets } = call.services.config
    if (authIssuer !== undefined)
      throw new Refusal('CONFLICT', t`Another sign-in service keeps the passwords. Codes are handed out there.`)
    if (row.disabled) throw new Refusal('CONFLICT', t`This user is disabled. Enable the user first.`)
    const { subject } = row
    const codes =
      subject === null ? null : await handOutCodes(db, secrets, [subject], { hours: codeHours.handedOut, evenOwn: true })
    const made = codes?.get(subject ?? '')
    if (!made) throw new Refusal('NOT_FOUND', t`This person has no account to sign in with.`)
    return { result: { ...made, login: row.email }, ids: [row.id], afterCommit: () => invalidateViewer(call.database, subject) }
  },
})

/**
 * Deletes a user permanently, with the account and all section, subject, book and class assignments, and returns the
 * id.
 */
export const deleteUser = command({
  action: userActions.delete,
  input: userId,
  load: ({ db, schoolId, input }) => lockUser(db, schoolId, input.id),
  run: async ({ db, call, schoolId, input: { id }, row }) => {
    await clearReferences(db, schoolId, 'users', [id])
    await db.deleteFrom('users').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    if (row.subject) await deleteAccounts(db, [row.subject])
    const removePhoto = row.photoFile === null ? undefined : await removeFile(db, call, schoolId, row.photoFile)
    return {
      result: id,
      ids: [id],
      afterCommit: async () => {
        invalidateViewer(call.database, row.subject)
        await removePhoto?.()
      },
    }
  },
})

function refuseUngrantable(
  viewer: Viewer,
  wanted: Parameters<typeof whyNotGrant>[1],
  before?: Parameters<typeof whyNotGrant>[2],
): void {
  const problem = whyNotGrant(viewer, wanted, before)
  if (problem) throw new Refusal('FORBIDDEN', problem.message, [problem])
}

function stored(user: ReturnType<typeof userById>): Promise<User> {
  return user.executeTakeFirstOrThrow()
}
