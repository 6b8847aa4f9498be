import { sql } from 'kysely'
import { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { importTimeoutMs } from '#platform/imports.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { classesOf } from '../feeRules.rules.ts'
import { bankAccountProblem, bankAccountUnknown, categoryExists, categoryImportProblems } from '../fees.rules.ts'
import { feeCategoryForm, feeCategoryImport, feeCategoryUpdate, rowId, termChoice } from '../fees.schema.ts'
import {
  bankAccountChoices,
  type FeeCategory,
  feeCategoryById,
  feeCategoryRows,
  lockTermShared,
  lockFeeCategories,
  lockFeeCategory,
  termWithId,
} from './feeCategories.sql.ts'
import { followConcessions } from './concessionLines.ts'
import { lockFeesOfCategory } from './feeItems.sql.ts'
import { applyClasses, leaveToHand } from './feeRules.ts'
import { lockClasses, lockRules, replaceClasses } from './feeRules.sql.ts'
import { lateFeeColumns } from './lateFees.ts'
import { oneAccount } from './oneAccount.exports.ts'
import { feeCategoryActions, type SchoolRow } from './fees.permissions.ts'

const conflicts = () => ({ fee_categories_name: { path: 'name', message: categoryExists() } })

/**
 * Lists the fee categories of a term by name, with their counts and sums. Students count only as far as the viewer may
 * see them.
 */
export const listFeeCategories = query({
  action: feeCategoryActions.list,
  input: termChoice,
  run: async ({ db, read, viewer, schoolId, input: { termId } }) => {
    const [[term], categories] = await read(
      termWithId(db, schoolId, termId),
      feeCategoryRows(db, schoolId, viewer).where('feeCategories.termId', '=', termId),
    )
    if (!term) throw notFound()
    return categories
  },
})

/** Lists the bank accounts that a category can use, with name and number only: one where the school has one for all. */
export const listFeeBankAccounts = query({
  action: feeCategoryActions.add,
  input: z.object({}),
  run: async ({ db, read, school }) => (await read(accountsOfSchool(db, school)))[0],
})

/**
 * Adds a fee category to a term. CONFLICT on `name` when the term has one of this name. BAD_INPUT on `bankAccountId`
 * when the school has online fees and none is given, or when it is no account of the school.
 */
export const addFeeCategory = command<typeof feeCategoryForm, SchoolRow, FeeCategory>({
  action: feeCategoryActions.add,
  input: feeCategoryForm,
  conflicts,
  load: async ({ db, schoolId, input }) => {
    if (input.scope) await lockRules(db, schoolId, [input.termId], 'change')
    return lockTermShared(db, schoolId, input.termId)
  },
  run: async (running) => {
    const { db, schoolId, input } = running
    const { termId, name, lateFee } = input
    const bankAccountId = await accountOfCategory(running)
    const { id } = await db
      .insertInto('feeCategories')
      .values({ schoolId, termId, name, bankAccountId, ...(lateFee && lateFeeColumns(lateFee)) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setClasses(running, { id, termId })
    return { result: await readCategory(running, id), ids: [id], fields: Object.keys(input) }
  },
})

/**
 * Changes a category's name, bank account, late fee and classes; errors as in `addFeeCategory`. Existing receipts keep
 * their text. With `apply`, the students of the classes are assigned in the same transaction. Students of other classes
 * whom a rule had assigned are removed, except those with money. CONFLICT when the numbers are not those that the form
 * has shown. Without `apply` the assignments stay, and those of other classes count as made by hand.
 */
export const updateFeeCategory = command<typeof feeCategoryUpdate, FeeCategory, FeeCategory>({
  action: feeCategoryActions.update,
  input: feeCategoryUpdate,
  conflicts,
  load: async ({ db, viewer, schoolId, input }) => {
    if (input.scope) {
      // The rules are locked before the category, and they are those of its term.
      const category = await feeCategoryById(db, viewer, schoolId, input.id)
      if (category) await lockRules(db, schoolId, [category.termId], 'change')
    }
    return lockFeeCategory(db, viewer, schoolId, input.id, 'change')
  },
  run: async (running) => {
    const { db, schoolId, input, row } = running
    const { id, name, lateFee } = input
    const bankAccountId = await accountOfCategory(running)
    await db
      .updateTable('feeCategories')
      .set({ name, bankAccountId, ...(lateFee !== undefined && lateFeeColumns(lateFee)) })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    const students = await setClasses(running, row)
    const fields = Object.keys(input).filter((field) => field !== 'id')
    return { result: await readCategory(running, id), ids: [id, ...students], fields }
  },
})

/**
 * Deletes a category with its fees and assignments. Refused while one of its fees has payments or discounts. The rows
 * are only marked as deleted, because receipts may refer to the fees. Returns the id.
 * The category is locked first, so that nobody is assigned to it; then its fees; the lines are read last. `lockFee`
 * explains why.
 */
export const deleteFeeCategory = command<typeof rowId, FeeCategory, number>({
  action: feeCategoryActions.delete,
  input: rowId,
  load: async ({ db, viewer, schoolId, input }) => {
    const [locked] = await lockFeeCategories(db, schoolId, [input.id], 'delete')
    if (!locked) return undefined
    await lockFeesOfCategory(db, schoolId, input.id)
    return feeCategoryById(db, viewer, schoolId, input.id)
  },
  run: async ({ db, viewer, schoolId, row }) => {
    const deletedAt = new Date()
    const fees = await db
      .updateTable('fees')
      .set({ deletedAt })
      .where('schoolId', '=', schoolId)
      .where('feeCategoryId', '=', row.id)
      .where('deletedAt', 'is', null)
      .returning('id')
      .execute()
    for (const table of ['studentFeeCategories', 'feeCategoryExceptions', 'feeCategoryClasses'] as const)
      await db.deleteFrom(table).where('schoolId', '=', schoolId).where('feeCategoryId', '=', row.id).execute()
    await db.updateTable('feeCategories').set({ deletedAt }).where('schoolId', '=', schoolId).where('id', '=', row.id).execute()
    const feeIds = fees.map((fee) => fee.id)
    await followConcessions(db, viewer, { schoolId, feeIds }, t`The fees category was deleted`)
    return { result: row.id, ids: [row.id, ...feeIds], fields: ['deletedAt'] }
  },
})

/**
 * Imports categories from a file, all or none, and returns them. Problems are at `rows.N.field`, N from 0. BAD_INPUT
 * for a name that is in the file twice or in the term already, and for a bank account id that is missing or unknown.
 */
export const importFeeCategories = command<typeof feeCategoryImport, SchoolRow, FeeCategory[]>({
  action: feeCategoryActions.importFeeCategories,
  input: feeCategoryImport,
  statementTimeoutMs: importTimeoutMs,
  conflicts,
  load: ({ db, schoolId, input }) => lockTermShared(db, schoolId, input.termId),
  run: async ({ db, viewer, school, schoolId, input: { termId, rows } }) => {
    const existing = await db
      .selectFrom('feeCategories')
      .select('name')
      .where('schoolId', '=', schoolId)
      .where('termId', '=', termId)
      .where('deletedAt', 'is', null)
      .execute()
    const accounts = await accountsOfSchool(db, school).execute()
    const usual = school.multipleAccounts ? null : (accounts[0]?.id ?? null)
    const problems = categoryImportProblems(rows, {
      names: existing.map((category) => category.name),
      accountIds: new Set(accounts.map((account) => String(account.id))),
      onlineFees: school.onlineFees && usual === null,
    })
    if (problems[0]) throw new Refusal('BAD_INPUT', problems[0].message, problems)
    const added = await db
      .insertInto('feeCategories')
      .columns(['schoolId', 'termId', 'name', 'bankAccountId'])
      .expression(
        sql`select ${schoolId}::bigint, ${termId}::bigint, * from unnest(
          ${rows.map((row) => row.name)}::text[],
          ${rows.map((row) => (row.bankAccountId === '' ? usual : Number(row.bankAccountId)))}::bigint[]
        )`,
      )
      .returning('id')
      .execute()
    const ids = added.map((category) => category.id)
    const result = await feeCategoryRows(db, schoolId, viewer)
      .where(sql<boolean>`fee_categories.id = any(${ids}::bigint[])`)
      .execute()
    return { result, ids, fields: ['name', 'bankAccountId'] }
  },
})

/**
 * Stores the classes of a category, if the form has a choice of them, and applies them if it says so.
 * @returns the ids of the students who were assigned or removed
 * @throws Refusal BAD_INPUT on `classIds`; CONFLICT on `apply`
 */
async function setClasses(
  running: CommandContext<z.output<typeof feeCategoryForm> | z.output<typeof feeCategoryUpdate>, unknown>,
  category: { id: number; termId: number },
): Promise<number[]> {
  const { db, schoolId, input } = running
  if (!input.scope) return []
  const classes = classesOf(input.scope, input.classIds ?? [])
  if ((await lockClasses(db, schoolId, category.termId, classes.classIds)).length < classes.classIds.length) {
    const message = t`One of these classes does not exist in this term any more`
    throw new Refusal('BAD_INPUT', message, [{ path: 'classIds', message }])
  }
  await replaceClasses(db, schoolId, category, classes)
  if (!input.apply) {
    await leaveToHand(db, schoolId, category, classes)
    return []
  }
  const { added, removed } = await applyClasses(running, category, classes)
  if (added.length !== input.apply.added || removed.length !== input.apply.removed) {
    const message = t`The students of these classes changed meanwhile. Nothing was saved. Look at the numbers again`
    throw new Refusal('CONFLICT', message, [{ path: 'apply', message }])
  }
  return [...added, ...removed].map(({ studentId }) => studentId)
}

/** Selects the bank accounts that a category of a school can use: one, where the school has one for all. */
function accountsOfSchool(db: Db | Tx, { id, multipleAccounts }: School) {
  return multipleAccounts ? bankAccountChoices(db, id) : oneAccount(db, id)
}

/**
 * Returns the bank account of a category: the chosen one, or that of the school where it has one for all.
 * @throws Refusal BAD_INPUT on `bankAccountId`
 */
async function accountOfCategory({
  db,
  school,
  input,
}: CommandContext<{ bankAccountId: number | null }, unknown>): Promise<number | null> {
  const refuse = (message: string) => new Refusal('BAD_INPUT', message, [{ path: 'bankAccountId', message }])
  const accounts = await accountsOfSchool(db, school).execute()
  const bankAccountId = input.bankAccountId ?? (school.multipleAccounts ? null : (accounts[0]?.id ?? null))
  const missing = bankAccountProblem(school.onlineFees, bankAccountId)
  if (missing) throw refuse(missing)
  if (bankAccountId !== null && accounts.every(({ id }) => id !== bankAccountId)) throw refuse(bankAccountUnknown())
  return bankAccountId
}

async function readCategory({ db, viewer, schoolId }: CommandContext<unknown, unknown>, id: number): Promise<FeeCategory> {
  const category = await feeCategoryById(db, viewer, schoolId, id)
  if (!category) throw notFound()
  return category
}
