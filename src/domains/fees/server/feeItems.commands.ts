import { sql } from 'kysely'
import type { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Day } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'
import { dueDateProblem } from '../due.rules.ts'
import { feesToAdd, feeTitle, slugOf } from '../fees.rules.ts'
import { feeForm, feeOrder, feesView, feeUpdate, rowId } from '../fees.schema.ts'
import { nameKey } from '#shared/studentFinder.ts'
import { followConcessions } from './concessionLines.ts'
import { type FeeCategory, feeCategoryRows, lockFeeCategories, lockFeeCategory, termWithId } from './feeCategories.sql.ts'
import {
  type Fee,
  feeRows,
  feesOfCategories,
  insertFees,
  lockFee,
  lockFeesOfCategory,
  studentBeyondAsked,
  studentWithMostCollected,
  writeFeeOrder,
} from './feeItems.sql.ts'
import { feeActions } from './fees.permissions.ts'

const conflicts = () => ({
  fees_name: { path: 'name', message: t`A fee with this name and month exists already in this category` },
})

/** Lists the fees of a term, or of one of its categories, by category and in their order. */
export const listFees = query({
  action: feeActions.list,
  input: feesView,
  run: async ({ db, read, viewer, schoolId, input: { termId, feeCategoryId } }) => {
    const fees = feeRows(db, schoolId).where('fees.termId', '=', termId)
    if (feeCategoryId === undefined) {
      const [[term], rows] = await read(termWithId(db, schoolId, termId), fees)
      if (!term) throw notFound()
      return rows
    }
    const [[category], rows] = await read(
      feeCategoryRows(db, schoolId, viewer)
        .where('feeCategories.id', '=', feeCategoryId)
        .where('feeCategories.termId', '=', termId),
      fees.where('fees.feeCategoryId', '=', feeCategoryId),
    )
    if (!category) throw notFound()
    return rows
  },
})

interface LockedCategories {
  schoolId: number
  categories: { id: number; termId: number; name: string }[]
}

/**
 * Adds a fee to each of the categories, for each of the months or, without months, one time. Returns the new fees. Each
 * comes after the fees its category has. CONFLICT on `name`, naming the fees, when a category already has one of them.
 */
export const addFees = command<typeof feeForm, LockedCategories, Fee[]>({
  action: feeActions.add,
  input: feeForm,
  conflicts,
  load: async ({ db, schoolId, input }) => {
    const ids = [...new Set(input.feeCategoryIds)]
    const categories = await lockFeeCategories(db, schoolId, ids, 'change')
    return categories.length < ids.length ? undefined : { schoolId, categories }
  },
  run: async ({ db, viewer, schoolId, input, row: { categories } }) => {
    const { name, months, fixedAmount } = input
    const existing = await feesOfCategories(
      db,
      schoolId,
      categories.map((category) => category.id),
    )
    const newFees = feesToAdd(
      categories.map(({ id }) => ({
        id,
        lastSr: Math.max(0, ...existing.filter((fee) => fee.feeCategoryId === id).map((fee) => fee.sr)),
      })),
      months,
    )
    refuseDuplicates(name, newFees, existing, categories)
    const termIds = categories.map((category) => category.termId)
    if (months.length === 0) await refuseFarDueDate(db, schoolId, { termIds, dueOn: input.dueOn })
    const terms = new Map(categories.map((category) => [category.id, category.termId]))
    const ids = await insertFees(
      db,
      schoolId,
      {
        name,
        slug: slugOf(name),
        fixedAmount,
        amount: fixedAmount ? input.amount : 0,
        dueOn: months.length === 0 ? input.dueOn : null,
      },
      newFees.map((fee) => ({ ...fee, termId: terms.get(fee.feeCategoryId) ?? 0 })),
    )
    await followConcessions(db, viewer, { schoolId, feeIds: ids }, t`The fee was added`)
    return { result: await feesByIds(db, schoolId, ids), ids, fields: Object.keys(input) }
  },
})

/** @throws Refusal CONFLICT on `name`, naming the fees that exist already */
function refuseDuplicates(
  name: string,
  newFees: ReturnType<typeof feesToAdd>,
  existing: Awaited<ReturnType<typeof feesOfCategories>>,
  categories: LockedCategories['categories'],
): void {
  const keyOf = (fee: { feeCategoryId: number; month: string | null }) => `${fee.feeCategoryId} ${fee.month}`
  const known = new Set(existing.filter((fee) => nameKey(fee.name) === nameKey(name)).map(keyOf))
  const duplicates = newFees.filter((fee) => known.has(keyOf(fee)))
  if (duplicates.length === 0) return
  const names = new Map(categories.map((category) => [category.id, category.name]))
  const shown = duplicates
    .slice(0, 3)
    .map((fee) => t`${feeTitle({ name, month: fee.month })} in ${names.get(fee.feeCategoryId) ?? ''}`)
  const more = duplicates.length - shown.length
  const list = joinWithAnd(more > 0 ? [...shown, t`${more} more`] : shown)
  const message = t`There is already ${list}`
  throw new Refusal('CONFLICT', message, [{ path: 'name', message }])
}

/**
 * Changes a fee. CONFLICT on `seen` when the fee changed since the form was loaded. CONFLICT on `amount` below the
 * money of one student on it, and on `fixedAmount` once it has money. CONFLICT on `name` when its category has another
 * fee of this name and month. BAD_INPUT on `amount` of a fee that is not fixed.
 */
export const updateFee = command<typeof feeUpdate, Fee, Fee>({
  action: feeActions.update,
  input: feeUpdate,
  conflicts,
  load: ({ db, schoolId, input }) => lockFee(db, schoolId, input.id),
  run: async (running) => {
    const { db, schoolId, input, row } = running
    refuseStaleForm(input.seen, row)
    const fixedAmount = input.fixedAmount ?? row.fixedAmount
    await refuseInvalidChange(running, fixedAmount)
    const { name, amount, month } = input
    const dueOn = month === null ? input.dueOn : null
    await refuseFarDueDate(db, schoolId, { termIds: [row.termId], dueOn })
    await db
      .updateTable('fees')
      .set({ name, slug: slugOf(name), amount, month, dueOn, fixedAmount })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    await refuseBeyondAsked(db, row)
    await followConcessions(db, running.viewer, { schoolId, feeIds: [row.id] }, t`The fee was changed`)
    const [fee] = await feesByIds(db, schoolId, [row.id])
    if (!fee) throw notFound()
    return { result: fee, ids: [row.id], fields: ['name', 'amount', 'month', 'dueOn', 'fixedAmount'] }
  },
})

/** @throws Refusal BAD_INPUT on `dueOn` for a day that is far from the term */
async function refuseFarDueDate(
  db: Tx,
  schoolId: number,
  { termIds, dueOn }: { termIds: readonly number[]; dueOn: Day | null },
): Promise<void> {
  const terms = await db
    .selectFrom('terms')
    .select('startsOn')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${termIds}::bigint[])`)
    .execute()
  for (const { startsOn } of terms) {
    const message = dueDateProblem(dueOn, startsOn)
    if (message !== null) throw new Refusal('BAD_INPUT', message, [{ path: 'dueOn', message }])
  }
}

/**
 * Refuses a change of a fee after which a student who pays its category for some months has money on what is not asked.
 * @throws Refusal CONFLICT on `month` or `amount`
 */
async function refuseBeyondAsked(db: Tx, row: Fee): Promise<void> {
  const beyond = await studentBeyondAsked(db, row)
  if (!beyond) return
  const { name, collected, isAsked } = beyond
  const message = isAsked
    ? t`${name} is asked for a part of this month, and has ${showMoney(collected)} on it. The amount cannot be so low`
    : t`${name} does not pay this month, and has ${showMoney(collected)} in payments and discounts on this fee`
  throw new Refusal('CONFLICT', message, [{ path: isAsked ? 'amount' : 'month', message }])
}

/** @throws Refusal CONFLICT on `seen`, with the fee's present values */
function refuseStaleForm(seen: z.output<typeof feeUpdate>['seen'], row: Fee): void {
  const parts = ['name', 'amount', 'month', 'dueOn', 'fixedAmount'] as const
  if (parts.every((part) => seen[part] === row[part])) return
  const title = feeTitle(row)
  const message = row.fixedAmount
    ? t`This fee was changed meanwhile: it is ${title}, ${showMoney(row.amount)} now. Nothing was saved. Open it again`
    : t`This fee was changed meanwhile: it is ${title}, not fixed now. Nothing was saved. Open it again`
  throw new Refusal('CONFLICT', message, [{ path: 'seen', message }])
}

async function refuseInvalidChange(
  { db, input, row }: CommandContext<{ amount: number }, Fee>,
  fixedAmount: boolean,
): Promise<void> {
  const refuse = (code: 'BAD_INPUT' | 'CONFLICT', path: string, message: string) =>
    new Refusal(code, message, [{ path, message }])
  if (!fixedAmount && input.amount > 0) throw refuse('BAD_INPUT', 'amount', t`A fee that is not fixed has no amount`)
  if (!row.hasMoney) return
  if (fixedAmount !== row.fixedAmount)
    throw refuse(
      'CONFLICT',
      'fixedAmount',
      row.fixedAmount
        ? t`This fee has payments or discounts: it stays fixed`
        : t`This fee has payments or discounts: it stays not fixed`,
    )
  if (!row.fixedAmount) return
  const most = await studentWithMostCollected(db, row)
  if (most && input.amount < most.collected)
    throw refuse(
      'CONFLICT',
      'amount',
      t`${most.name} has ${showMoney(most.collected)} in payments and discounts on this fee. The amount cannot be lower`,
    )
}

/**
 * Numbers the fees of a category 1..n. CONFLICT when the ids are not all of its fees, because somebody added or deleted
 * one.
 */
export const reorderFees = command<typeof feeOrder, FeeCategory, Fee[]>({
  action: feeActions.reorder,
  input: feeOrder,
  load: ({ db, viewer, schoolId, input }) => lockFeeCategory(db, viewer, schoolId, input.feeCategoryId, 'change'),
  run: async ({ db, schoolId, input: { feeIds }, row }) => {
    const current = new Set(await lockFeesOfCategory(db, schoolId, row.id))
    const wanted = new Set(feeIds)
    if (wanted.size !== feeIds.length || current.size !== wanted.size || feeIds.some((id) => !current.has(id))) {
      const message = t`The fees of this category changed meanwhile. Look at them again`
      throw new Refusal('CONFLICT', message, [{ path: 'feeIds', message }])
    }
    await writeFeeOrder(db, schoolId, feeIds)
    return { result: await feeRows(db, schoolId).where('fees.feeCategoryId', '=', row.id).execute(), ids: feeIds, fields: ['sr'] }
  },
})

/**
 * Deletes a fee without live money and returns its id. The row is only marked as deleted, because receipts may refer to
 * it.
 */
export const deleteFee = command<typeof rowId, Fee, number>({
  action: feeActions.delete,
  input: rowId,
  load: ({ db, schoolId, input }) => lockFee(db, schoolId, input.id),
  run: async ({ db, viewer, schoolId, row }) => {
    await db
      .updateTable('fees')
      .set({ deletedAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    await followConcessions(db, viewer, { schoolId, feeIds: [row.id] }, t`The fee was deleted`)
    return { result: row.id, ids: [row.id], fields: ['deletedAt'] }
  },
})

function feesByIds(db: CommandContext<unknown, unknown>['db'], schoolId: number, ids: readonly number[]): Promise<Fee[]> {
  return feeRows(db, schoolId).where(sql<boolean>`fees.id = any(${ids}::bigint[])`).execute()
}
