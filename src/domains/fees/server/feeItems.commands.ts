import { sql } from 'kysely'
import type { z } from 'zod'
import { command, query, type Running } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { showMoney } from '#shared/money.ts'
import { feesToAdd, feeTitle, nameKey, slugOf } from '../fees.rules.ts'
import { feeForm, feeOrder, feesView, feeUpdate, rowId } from '../fees.schema.ts'
import { type FeeCategory, feeCategoryRows, lockFeeCategories, lockFeeCategory, termWithId } from './feeCategories.sql.ts'
import {
  type Fee,
  feeRows,
  feesOfCategories,
  insertFees,
  lockFee,
  lockFeesOf,
  mostCollected,
  writeOrder,
} from './feeItems.sql.ts'
import { feeActions } from './fees.permissions.ts'

const feeExists = 'A fee with this name and month exists already in this category'
const conflicts = { fees_name: { path: 'name', message: feeExists } }

/** The fees of a term, or of one of its categories, category by category in their order. */
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
 * Adds a fee to each of the chosen categories, for each of the chosen months or, without months, one time; answers the new fees.
 * Each comes after the fees its category has. CONFLICT on `name` when a category has one of them already, naming these.
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
  run: async ({ db, schoolId, input, row: { categories } }) => {
    const { name, months, fixedAmount } = input
    const present = await feesOfCategories(
      db,
      schoolId,
      categories.map((category) => category.id),
    )
    const wanted = feesToAdd(
      categories.map(({ id }) => ({
        id,
        lastSr: Math.max(0, ...present.filter((fee) => fee.feeCategoryId === id).map((fee) => fee.sr)),
      })),
      months,
    )
    refuseTwins(name, wanted, present, categories)
    const terms = new Map(categories.map((category) => [category.id, category.termId]))
    const ids = await insertFees(
      db,
      schoolId,
      { name, slug: slugOf(name), fixedAmount, amount: fixedAmount ? input.amount : 0 },
      wanted.map((fee) => ({ ...fee, termId: terms.get(fee.feeCategoryId) ?? 0 })),
    )
    return { result: await feesByIds(db, schoolId, ids), ids, fields: Object.keys(input) }
  },
})

/** @throws Refusal CONFLICT on `name`, naming what is there already */
function refuseTwins(
  name: string,
  wanted: ReturnType<typeof feesToAdd>,
  present: Awaited<ReturnType<typeof feesOfCategories>>,
  categories: LockedCategories['categories'],
): void {
  const keyOf = (fee: { feeCategoryId: number; month: string | null }) => `${fee.feeCategoryId} ${fee.month}`
  const known = new Set(present.filter((fee) => nameKey(fee.name) === nameKey(name)).map(keyOf))
  const twins = wanted.filter((fee) => known.has(keyOf(fee)))
  if (twins.length === 0) return
  const names = new Map(categories.map((category) => [category.id, category.name]))
  const shown = twins.slice(0, 3).map((fee) => `${feeTitle({ name, month: fee.month })} in ${names.get(fee.feeCategoryId)}`)
  const more = twins.length - shown.length
  const message = `There is already ${new Intl.ListFormat('en-IN').format(more > 0 ? [...shown, `${more} more`] : shown)}`
  throw new Refusal('CONFLICT', message, [{ path: 'name', message }])
}

/**
 * Changes a fee. CONFLICT on `seen` when it is not as the form saw it, on `amount` below what stands of a student on it, on `fixedAmount` once money stands on it, on `name`
 * when its category has another of this name and month; BAD_INPUT on `amount` of a fee that is not fixed.
 */
export const updateFee = command<typeof feeUpdate, Fee, Fee>({
  action: feeActions.update,
  input: feeUpdate,
  conflicts,
  load: ({ db, schoolId, input }) => lockFee(db, schoolId, input.id),
  run: async (running) => {
    const { db, schoolId, input, row } = running
    refuseStale(input.seen, row)
    const fixedAmount = input.fixedAmount ?? row.fixedAmount
    await refuseChange(running, fixedAmount)
    const { name, amount, month } = input
    await db
      .updateTable('fees')
      .set({ name, slug: slugOf(name), amount, month, fixedAmount })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    const [fee] = await feesByIds(db, schoolId, [row.id])
    if (!fee) throw notFound()
    return { result: fee, ids: [row.id], fields: ['name', 'amount', 'month', 'fixedAmount'] }
  },
})

/** @throws Refusal CONFLICT on `seen`, saying what the fee is now */
function refuseStale(seen: z.output<typeof feeUpdate>['seen'], row: Fee): void {
  if (seen.name === row.name && seen.amount === row.amount && seen.month === row.month && seen.fixedAmount === row.fixedAmount)
    return
  const now = `${feeTitle(row)}, ${row.fixedAmount ? showMoney(row.amount) : 'not fixed'}`
  const message = `This fee was changed meanwhile: it is ${now} now. Nothing was stored. Open it again`
  throw new Refusal('CONFLICT', message, [{ path: 'seen', message }])
}

async function refuseChange({ db, input, row }: Running<{ amount: number }, Fee>, fixedAmount: boolean): Promise<void> {
  const refuse = (code: 'BAD_INPUT' | 'CONFLICT', path: string, message: string) =>
    new Refusal(code, message, [{ path, message }])
  if (!fixedAmount && input.amount > 0) throw refuse('BAD_INPUT', 'amount', 'A fee that is not fixed has no amount')
  if (!row.hasMoney) return
  if (fixedAmount !== row.fixedAmount)
    throw refuse('CONFLICT', 'fixedAmount', `Money stands on this fee: it stays ${row.fixedAmount ? 'fixed' : 'not fixed'}`)
  if (!row.fixedAmount) return
  const most = await mostCollected(db, row)
  if (most && input.amount < most.collected)
    throw refuse(
      'CONFLICT',
      'amount',
      `${showMoney(most.collected)} of this fee stands for ${most.name}. The amount cannot be lower`,
    )
}

/** Gives the fees of a category the places 1..n. CONFLICT when these are not all of its fees: somebody added or deleted some. */
export const reorderFees = command<typeof feeOrder, FeeCategory, Fee[]>({
  action: feeActions.reorder,
  input: feeOrder,
  load: ({ db, viewer, schoolId, input }) => lockFeeCategory(db, viewer, schoolId, input.feeCategoryId, 'change'),
  run: async ({ db, schoolId, input: { feeIds }, row }) => {
    const present = new Set(await lockFeesOf(db, schoolId, row.id))
    const wanted = new Set(feeIds)
    if (wanted.size !== feeIds.length || present.size !== wanted.size || feeIds.some((id) => !present.has(id))) {
      const message = 'The fees of this category changed meanwhile. Look at them again'
      throw new Refusal('CONFLICT', message, [{ path: 'feeIds', message }])
    }
    await writeOrder(db, schoolId, feeIds)
    return { result: await feeRows(db, schoolId).where('fees.feeCategoryId', '=', row.id).execute(), ids: feeIds, fields: ['sr'] }
  },
})

/** Deletes a fee on which no live money stands; receipts may name it, so it leaves every list and stays in the books. Answers the id. */
export const deleteFee = command<typeof rowId, Fee, number>({
  action: feeActions.delete,
  input: rowId,
  load: ({ db, schoolId, input }) => lockFee(db, schoolId, input.id),
  run: async ({ db, schoolId, row }) => {
    await db
      .updateTable('fees')
      .set({ deletedAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    return { result: row.id, ids: [row.id], fields: ['deletedAt'] }
  },
})

function feesByIds(db: Running<unknown, unknown>['db'], schoolId: number, ids: readonly number[]): Promise<Fee[]> {
  return feeRows(db, schoolId).where(sql<boolean>`fees.id = any(${ids}::bigint[])`).execute()
}
