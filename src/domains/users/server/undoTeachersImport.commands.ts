import { plural, t } from '#shared/texts.ts'
import { countSetPasswords, deleteAccounts } from '#platform/auth/accounts.ts'
import { command } from '#platform/command.ts'
import { removeFile } from '#platform/files/files.ts'
import {
  countChangedSince,
  importIdInput,
  importTimeoutMs,
  type ImportRow,
  lockImport,
  markUndone,
  refuseWithDependents,
} from '#platform/imports.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { userActions } from './users.permissions.ts'
import { assignmentsOfAll, deleteUsers, lockUsers } from './users.sql.ts'

/**
 * Removes the teachers of an import with their accounts, all or none, and answers how many; those deleted meanwhile do
 * not count. CONFLICT, with a sentence that says what and how many, when some teach anything, have set a password or
 * were changed since.
 */
export const undoTeachersImport = command<typeof importIdInput, ImportRow, number>({
  action: userActions.undoTeachersImport,
  input: importIdInput,
  statementTimeoutMs: importTimeoutMs,
  load: lockImport('teachers'),
  run: async ({ db, call, schoolId, row }) => {
    await markUndone(db, row)
    const users = await lockUsers(db, schoolId, row.rowIds)
    const ids = users.map((user) => user.id)
    const subjects = users.flatMap((user) => (user.subject === null ? [] : [user.subject]))
    const { sections, subjects: taught, books } = await assignmentsOfAll(db, schoolId, ids)
    const passwords = await countSetPasswords(db, subjects)
    const changed = await countChangedSince(db, row, ['user.update'])
    refuseWithDependents('teachers', [
      [sections, t`${plural(sections, { one: '# section', other: '# sections' })}`],
      [taught, t`${plural(taught, { one: '# subject', other: '# subjects' })}`],
      [books, t`${plural(books, { one: '# book', other: '# books' })}`],
      [passwords, t`${plural(passwords, { one: '# password set since', other: '# passwords set since' })}`],
      [changed, t`${plural(changed, { one: '# record changed since', other: '# records changed since' })}`],
    ])
    await deleteUsers(db, schoolId, ids)
    await deleteAccounts(db, subjects)
    const removals: (() => Promise<void>)[] = []
    for (const { photoFile } of users) if (photoFile !== null) removals.push(await removeFile(db, call, schoolId, photoFile))
    return {
      result: ids.length,
      ids,
      afterCommit: async () => {
        for (const subject of subjects) invalidateViewer(call.database, subject)
        for (const remove of removals) await remove()
      },
    }
  },
})
