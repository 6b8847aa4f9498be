import { command, type CommandContext } from '#platform/command.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { msg, t } from '#shared/texts.ts'
import { bookSurplus, formatReceiptNumber } from '#domains/fees/server/online.exports.ts'
import { settleSurplusInput } from '../onlinefees.schema.ts'
import { onlineActions } from './onlinefees.permissions.ts'
import { addOrderEvent } from './orders.sql.ts'
import { lockSurplus, type Surplus, surplusRows } from './surplus.sql.ts'

type Input = ReturnType<typeof settleSurplusInput.parse>

/**
 * Settles a surplus once and as a whole. It was refunded with its service charge, under the refund's reference, or it
 * pays other fees of the same child, with a receipt. Then the service charge stays paid.
 * @throws Refusal BAD_INPUT on `reference`, `fees` or `amount` (the fees are less than the surplus)
 * @throws Refusal CONFLICT when it is settled already or the fees changed
 */
export const settleSurplus = command<typeof settleSurplusInput, Surplus, Surplus>({
  action: onlineActions.settle,
  input: settleSurplusInput,
  load: ({ db, schoolId, input }) => lockSurplus(db, schoolId, input.id),
  run: (running) =>
    runOncePerKey(
      running,
      onlineActions.settle.name,
      running.input,
      () => settle(running),
      ([id = 0]) => surplusRows(running.db, running.schoolId, { id }).executeTakeFirstOrThrow(),
    ),
})

async function settle(running: CommandContext<Input, Surplus>) {
  const { db, viewer, schoolId, input, row } = running
  if (row.settledAt) throw new Refusal('CONFLICT', t`This was settled by ${row.settledByName ?? ''} already.`)
  const { reference, paymentId } =
    input.how === 'REFUNDED' ? { reference: input.reference ?? '', paymentId: null } : await collect(running)
  await db
    .updateTable('onlineSurplus')
    .set({
      outcome: input.how,
      reference,
      paymentId,
      settledAt: new Date(),
      settledBy: viewer.subject,
      settledByName: viewer.name,
    })
    .where('schoolId', '=', schoolId)
    .where('id', '=', row.id)
    .execute()
  await addOrderEvent(
    db,
    { schoolId, id: row.orderId },
    'STAFF',
    input.how === 'REFUNDED'
      ? msg`${showMoney(sumMoney([row.amount, row.charge]))} for ${row.studentName} given back (${reference}), by ${viewer.name}.`
      : msg`${showMoney(row.amount)} for ${row.studentName} used for other fees, receipt ${reference}, by ${viewer.name}.`,
  )
  const result = await surplusRows(db, schoolId, { id: row.id }).executeTakeFirstOrThrow()
  return { result, ids: [row.id], fields: ['outcome'] }
}

async function collect({ db, viewer, school, schoolId, input, row }: CommandContext<Input, Surplus>) {
  const payment = await bookSurplus(
    db,
    {
      account: { schoolId, termId: row.termId, studentId: row.studentId },
      fees: input.fees ?? [],
      amount: row.amount,
      orderId: row.orderId,
      bankAccountId: row.bankAccountId,
      school,
      // Differs from the references of the order's own payments.
      reference: `${row.gatewayReference}/s${row.id}`,
    },
    { subject: viewer.subject, name: viewer.name },
  )
  if (!payment) throw notFound()
  return { reference: formatReceiptNumber(payment), paymentId: payment.id }
}
