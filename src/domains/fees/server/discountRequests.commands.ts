import { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { Refusal } from '#platform/refusal.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import type { LineStatus } from '../account.rules.ts'
import { approveDiscountInput, refuseDiscountInput, withdrawDiscountInput } from '../concessions.schema.ts'
import { payableFees, undeletedLinesOn } from './account.sql.ts'
import { lockUnerasedAccount } from './accountLocks.ts'
import { discountRequestActions } from './concessions.permissions.ts'
import { cancelApproverNotifications } from './discountNotifications.ts'
import { insertReductions } from './reductionLines.ts'
import { type DiscountRequest, requestRows, waitingRequests } from './discountRequests.sql.ts'
import { standingOf } from './lateFees.ts'
import { discountShares, type SelectedFee } from './selectedFees.ts'

/** Lists the discounts that wait for an ADMIN, of every term, oldest first. */
export const listDiscountRequests = query({
  action: discountRequestActions.list,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }) => (await read(waitingRequests(db, schoolId, viewer)))[0],
})

/** Locks the accounts of a request, then reads it: two who decide at once are one after the other. */
async function lockRequest({
  db,
  viewer,
  schoolId,
  input,
}: Omit<CommandContext<{ id: number }, unknown>, 'row'>): Promise<DiscountRequest | undefined> {
  const read = () => requestRows(db, schoolId, viewer).where('request.id', '=', input.id).executeTakeFirst()
  const unlocked = await read()
  if (!unlocked || !(await lockUnerasedAccount(db, viewer, unlocked, unlocked.feeIds))) return undefined
  return read()
}

/**
 * Approves a discount: gives it on the requested fees as they are now, under the account's lock. CONFLICT when it was
 * decided already, and when the fees cannot take it any more; then it stays waiting.
 */
export const approveDiscount = command<typeof approveDiscountInput, DiscountRequest, DiscountRequest>({
  action: discountRequestActions.approve,
  input: approveDiscountInput,
  load: lockRequest,
  run: (running) =>
    decideOnce(running, discountRequestActions.approve.name, async () => {
      const { db, viewer, schoolId, row } = running
      const shares = discountShares(await requestedFees(db, row), row.amount)
      await decide(running, { state: 'APPROVED' })
      const comment = row.reason
      await insertReductions(db, viewer, row, { shares, status: 'DISCOUNT', comment, requestId: row.id })
      return requestRows(db, schoolId, viewer).where('request.id', '=', row.id).executeTakeFirstOrThrow()
    }),
})

/** Refuses a discount, with a reason that the clerk sees. CONFLICT when it was decided already. */
export const refuseDiscount = command<typeof refuseDiscountInput, DiscountRequest, DiscountRequest>({
  action: discountRequestActions.refuse,
  input: refuseDiscountInput,
  load: lockRequest,
  run: (running) =>
    decideOnce(running, discountRequestActions.refuse.name, () =>
      decide(running, { state: 'REFUSED', decisionReason: running.input.reason }),
    ),
})

/** Withdraws a discount that the viewer has asked for. CONFLICT when it was decided already. */
export const withdrawDiscount = command<typeof withdrawDiscountInput, DiscountRequest, DiscountRequest>({
  action: discountRequestActions.withdraw,
  input: withdrawDiscountInput,
  load: lockRequest,
  run: (running) => decideOnce(running, discountRequestActions.withdraw.name, () => decide(running, { state: 'WITHDRAWN' })),
})

type Deciding = CommandContext<{ key: string; id: number }, DiscountRequest>

function decideOnce(running: Deciding, action: string, first: () => Promise<DiscountRequest>) {
  const { row } = running
  return runOncePerKey(
    running,
    action,
    running.input,
    async () => {
      if (row.state !== 'WAITING') throw new Refusal('CONFLICT', decidedMessage(row))
      return { result: await first(), ids: [row.id], fields: ['state'] }
    },
    async () => row,
  )
}

async function decide(
  running: Deciding,
  decision: { state: 'APPROVED' | 'REFUSED' | 'WITHDRAWN'; decisionReason?: string },
): Promise<DiscountRequest> {
  const { db, viewer, schoolId, row } = running
  await cancelApproverNotifications(running, row.id)
  await db
    .updateTable('discountRequests')
    .set({ ...decision, decidedAt: new Date(), decidedBy: viewer.subject, decidedByName: viewer.name })
    .where('schoolId', '=', schoolId)
    .where('id', '=', row.id)
    .execute()
  return requestRows(db, schoolId, viewer).where('request.id', '=', row.id).executeTakeFirstOrThrow()
}

function decidedMessage({ state, decidedByName }: DiscountRequest): string {
  const name = decidedByName ?? ''
  if (state === 'APPROVED') return t`This discount was approved by ${name} already.`
  return state === 'REFUSED' ? t`This discount was refused by ${name} already.` : t`This discount was withdrawn by ${name}.`
}

/**
 * Locks the requested fees and returns them with their balances.
 * @throws Refusal CONFLICT when they cannot take the discount any more
 */
async function requestedFees(db: Tx, request: DiscountRequest): Promise<SelectedFee[]> {
  const fees = await payableFees(db, request, request.feeIds).forShare('fees').execute()
  if (fees.length < new Set(request.feeIds).size)
    throw new Refusal('CONFLICT', t`Some of these fees no longer apply to this student. The request stays waiting: refuse it.`)
  const lines = (await undeletedLinesOn(db, request, request.feeIds).execute()).map((line) => ({
    ...line,
    status: line.status as LineStatus,
  }))
  const selected = fees.map((fee) => ({ ...fee, ...standingOf(fee, lines) }))
  const pending = sumMoney(selected.map((fee) => fee.balance.pending))
  if (pending < request.amount)
    throw new Refusal(
      'CONFLICT',
      t`Only ${showMoney(pending)} of these fees is pending now, less than the discount of ${showMoney(request.amount)}. The request stays waiting: refuse it.`,
    )
  return selected
}
