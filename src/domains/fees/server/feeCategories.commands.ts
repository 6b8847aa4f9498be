import { sql } from 'kysely'
import { z } from 'zod'
import { command, query, type Running } from '#platform/command.ts'
import { importMs } from '#platform/imports.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { accountMissing, accountUnknown, categoryExists, categoryImportProblems } from '../fees.rules.ts'
import { feeCategoryForm, feeCategoryImport, feeCategoryUpdate, rowId, termChoice } from '../fees.schema.ts'
import {
  bankAccountChoices,
  type FeeCategory,
  feeCategoryById,
  feeCategoryRows,
  holdTerm,
  lockFeeCategories,
  lockFeeCategory,
  termWithId,
} from './feeCategories.sql.ts'
import { lockFeesOf } from './feeItems.sql.ts'
import { feeCategoryActions, type OfSchool } from './fees.permissions.ts'

const conflicts = { fee_categories_name: { path: 'name', message: categoryExists } }

/** The fee categories of a term with what is in them, by name. Students are counted as far as the viewer may know of them. */
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

/** The bank accounts a category may be given: name and number only. */
export const listFeeBankAccounts = query({
  action: feeCategoryActions.add,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(bankAccountChoices(db, schoolId)))[0],
})

/**
 * Adds a fee category to a term. CONFLICT on `name` when the term has one of this name; BAD_INPUT on `bankAccountId` when it is
 * missing where the school has online fees, or is no account of the school.
 */
export const addFeeCategory = command<typeof feeCategoryForm, OfSchool, FeeCategory>({
  action: feeCategoryActions.add,
  input: feeCategoryForm,
  conflicts,
  load: ({ db, schoolId, input }) => holdTerm(db, schoolId, input.termId),
  run: async (running) => {
    const { db, schoolId, input } = running
    await mustHaveAccount(running)
    const { id } = await db
      .insertInto('feeCategories')
      .values({ schoolId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: await written(running, id), ids: [id], fields: Object.keys(input) }
  },
})

/** Renames a category and changes its bank account; refused as in `addFeeCategory`. Receipts keep what they say. */
export const updateFeeCategory = command<typeof feeCategoryUpdate, FeeCategory, FeeCategory>({
  action: feeCategoryActions.update,
  input: feeCategoryUpdate,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockFeeCategory(db, viewer, schoolId, input.id, 'change'),
  run: async (running) => {
    const { db, schoolId, input } = running
    const { id, ...fields } = input
    await mustHaveAccount(running)
    await db.updateTable('feeCategories').set(fields).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: await written(running, id), ids: [id], fields: Object.keys(fields) }
  },
})

/**
 * Deletes a category with its fees, and takes it from all students; refused while live money stands on one of its fees. Receipts
 * may name the fees, so they leave every list and stay in the books. Answers the id.
 *
 * The category is locked first, so that nobody is put on it, then its fees, and only then the lines are read: `lockFee` says why.
 */
export const deleteFeeCategory = command<typeof rowId, FeeCategory, number>({
  action: feeCategoryActions.delete,
  input: rowId,
  load: async ({ db, viewer, schoolId, input }) => {
    const [locked] = await lockFeeCategories(db, schoolId, [input.id], 'delete')
    if (!locked) return undefined
    await lockFeesOf(db, schoolId, input.id)
    return feeCategoryById(db, viewer, schoolId, input.id)
  },
  run: async ({ db, schoolId, row }) => {
    const deletedAt = new Date()
    const fees = await db
      .updateTable('fees')
      .set({ deletedAt })
      .where('schoolId', '=', schoolId)
      .where('feeCategoryId', '=', row.id)
      .where('deletedAt', 'is', null)
      .returning('id')
      .execute()
    await db.deleteFrom('studentFeeCategories').where('schoolId', '=', schoolId).where('feeCategoryId', '=', row.id).execute()
    await db.updateTable('feeCategories').set({ deletedAt }).where('schoolId', '=', schoolId).where('id', '=', row.id).execute()
    return { result: row.id, ids: [row.id, ...fees.map((fee) => fee.id)], fields: ['deletedAt'] }
  },
})

/**
 * Adds the categories of a file to a term, all or none; answers them. Problems stand at `rows.N.field`, N from 0: BAD_INPUT for a
 * name that stands twice or is there already, and for a bank account id that is missing or does not match.
 */
export const importFeeCategories = command<typeof feeCategoryImport, OfSchool, FeeCategory[]>({
  action: feeCategoryActions.importFeeCategories,
  input: feeCategoryImport,
  statementTimeoutMs: importMs,
  conflicts,
  load: ({ db, schoolId, input }) => holdTerm(db, schoolId, input.termId),
  run: async ({ db, viewer, school, schoolId, input: { termId, rows } }) => {
    const known = await db
      .selectFrom('feeCategories')
      .select('name')
      .where('schoolId', '=', schoolId)
      .where('termId', '=', termId)
      .where('deletedAt', 'is', null)
      .execute()
    const accounts = await bankAccountChoices(db, schoolId).execute()
    const problems = categoryImportProblems(rows, {
      names: known.map((category) => category.name),
      accountIds: new Set(accounts.map((account) => String(account.id))),
      onlineFees: school.onlineFees,
    })
    if (problems[0]) throw new Refusal('BAD_INPUT', problems[0].message, problems)
    const added = await db
      .insertInto('feeCategories')
      .columns(['schoolId', 'termId', 'name', 'bankAccountId'])
      .expression(
        sql`select ${schoolId}::bigint, ${termId}::bigint, * from unnest(
          ${rows.map((row) => row.name)}::text[],
          ${rows.map((row) => (row.bankAccountId === '' ? null : Number(row.bankAccountId)))}::bigint[]
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

/** @throws Refusal BAD_INPUT on `bankAccountId` */
async function mustHaveAccount({
  db,
  school,
  schoolId,
  input: { bankAccountId },
}: Running<{ bankAccountId: number | null }, unknown>): Promise<void> {
  const refuse = (message: string) => new Refusal('BAD_INPUT', message, [{ path: 'bankAccountId', message }])
  const missing = accountMissing(school.onlineFees, bankAccountId)
  if (missing) throw refuse(missing)
  if (bankAccountId === null) return
  const account = await bankAccountChoices(db, schoolId).where('id', '=', bankAccountId).executeTakeFirst()
  if (!account) throw refuse(accountUnknown)
}

async function written({ db, viewer, schoolId }: Running<unknown, unknown>, id: number): Promise<FeeCategory> {
  const category = await feeCategoryById(db, viewer, schoolId, id)
  if (!category) throw notFound()
  return category
}
