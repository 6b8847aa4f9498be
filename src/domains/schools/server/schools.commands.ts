import { z } from 'zod'
import { schoolDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { may, notAuthorized } from '#platform/action.ts'
import { command, query } from '#platform/command.ts'
import { enterSchool, type Tx } from '#platform/database/connect.ts'
import { replaceFile } from '#platform/files/files.ts'
import { Refusal } from '#platform/refusal.ts'
import { invalidateSchool, reloadSchool, type School } from '#platform/school.ts'
import { accountsInUse, giveOneAccount } from '#domains/fees/server/oneAccount.exports.ts'
import { isSignatureOnCertificate } from '#domains/certificates/server/certificates.exports.ts'
import { changedFields, keepsLoginFormat, platformSettings, type PlatformSetting, termStart } from '../schools.rules.ts'
import { newSchool, schoolUpdate } from '../schools.schema.ts'
import { schoolActions } from './schools.permissions.ts'
import { keepPastDueDays, lockSchool, schoolList } from './schools.sql.ts'

/** Lists the schools of the installation by name, or the societies. Called with school 0. */
export const listSchools = query({
  action: schoolActions.list,
  input: z.object({ societies: z.boolean().default(false) }),
  run: async ({ db, read, input }) => (await read(schoolList(db, input.societies)))[0],
})

/** Returns the viewer's school, or the school that a SUPERADMIN has chosen. */
export const viewSchool = query({
  action: schoolActions.view,
  input: z.object({}),
  // As it is stored: whoever has just changed it reads it again, perhaps from a process that hears of it later.
  run: async ({ call, school }) => (await reloadSchool(call.database, school.id)) ?? school,
})

const conflicts = {
  schools_name_phone: {
    path: 'name',
    get message() {
      return t`A school with this name and this admin phone exists already`
    },
  },
}

/**
 * Creates a school with its first term, which is current. Called with school 0. CONFLICT on `name` for an existing
 * school, such as one sent twice.
 */
export const addSchool = command({
  action: schoolActions.add,
  input: newSchool,
  conflicts,
  run: async ({ db, schoolId, input: { term, studentEmail, ...fields } }) => {
    const school = await db
      .insertInto('schools')
      .values({ ...fields, studentEmail: keepsLoginFormat(fields) ? studentEmail : '' })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enterSchool(db, school.id)
    await db
      .insertInto('terms')
      .values({ schoolId: school.id, name: term, current: true, startsOn: termStart(term, schoolDay(new Date())) })
      .execute()
    // The audit row belongs to the installation, school 0.
    await enterSchool(db, schoolId)
    return { result: school, ids: [school.id], fields: [...Object.keys(fields), 'term'] }
  },
})

/**
 * Changes settings of a school. Due days that have passed stay where they are when the fee date changes. The file of
 * a replaced signature stays while certificates use it. The login format is cleared when no module is on that students
 * sign in for. Without Multiple Accounts all fee categories get one bank account; BAD_INPUT while they use several.
 * FORBIDDEN with a problem per field when anybody but a SUPERADMIN changes one of `platformSettings`; sending the
 * stored value is not a change.
 */
export const updateSchool = command({
  action: schoolActions.update,
  input: schoolUpdate,
  conflicts,
  load: ({ db, schoolId }) => lockSchool(db, schoolId),
  run: async ({ db, call, viewer, school, schoolId, input, row }) => {
    const change: Partial<School> = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    if (!keepsLoginFormat({ ...row, ...change })) change.studentEmail = ''
    const fields = changedFields(row, change)
    if (!may(schoolActions.updatePlatformSettings, { viewer, school, row }).allowed) refusePlatformSettings(fields)
    if (fields.length === 0) return { result: row, ids: [schoolId] }
    await applyMultipleAccounts(db, schoolId, fields.includes('multipleAccounts') ? change.multipleAccounts : undefined)
    const replace = (path: 'logoFile' | 'signatureFile', purpose: 'school-logo' | 'school-signature', keepsOld = false) => {
      const to = change[path] === undefined ? row[path] : change[path]
      return replaceFile({ db, call, schoolId }, { from: keepsOld && to !== row[path] ? null : row[path], to, purpose, path })
    }
    const removeOldLogo = await replace('logoFile', 'school-logo')
    const isOldSignatureUsed = row.signatureFile !== null && (await isSignatureOnCertificate(db, schoolId, row.signatureFile))
    const removeOldSignature = await replace('signatureFile', 'school-signature', isOldSignatureUsed)
    if (change.feesDate !== undefined && change.feesDate !== row.feesDate)
      await keepPastDueDays(db, schoolId, schoolDay(new Date()), { from: row.feesDate, to: change.feesDate })
    const changed = await db
      .updateTable('schools')
      .set(Object.fromEntries(fields.map((field) => [field, change[field]])))
      .where('id', '=', schoolId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const afterCommit = async () => {
      invalidateSchool(call.database, schoolId)
      await removeOldLogo()
      await removeOldSignature()
    }
    return { result: changed, ids: [schoolId], fields, afterCommit }
  },
})

/**
 * Gives all fee categories one bank account when Multiple Accounts is switched off.
 * @param changed the new setting; undefined where it stays
 * @throws Refusal BAD_INPUT on `multipleAccounts` while they use several, because the school has to choose
 */
async function applyMultipleAccounts(db: Tx, schoolId: number, changed: boolean | undefined): Promise<void> {
  if (changed !== false) return
  const used = await accountsInUse(db, schoolId).execute()
  if (used.length > 1) {
    const names = used.map(({ name }) => name).join(', ')
    const message = t`Fee categories use several bank accounts: ${names}. Choose one of them for all categories first`
    throw new Refusal('BAD_INPUT', message, [{ path: 'multipleAccounts', message }])
  }
  await giveOneAccount(db, schoolId)
}

/** Refuses a change of fields that only a SUPERADMIN may change. */
function refusePlatformSettings(changed: readonly string[]): void {
  const refused = changed.filter((field): field is PlatformSetting => field in platformSettings)
  if (refused.length === 0) return
  const problems = refused.map((path) => ({ path, message: t`Only a super administrator may change ${platformSettings[path]}` }))
  throw new Refusal('FORBIDDEN', problems.map((problem) => problem.message).join('. ') || notAuthorized(), problems)
}
