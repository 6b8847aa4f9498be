import { command } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { t } from '#shared/texts.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { wakeSender } from '#domains/messaging/server/messaging.exports.ts'
import { receiptSending } from '../receipts.schema.ts'
import { paymentActions } from './fees.permissions.ts'
import { lockPayment } from './lockPayment.ts'
import type { Payment } from './payments.sql.ts'
import { type SentReceipt, sendReceiptMessage, sentReceipt } from './receiptMessages.ts'

/**
 * Sends the message about a payment to its family, whether or not the school sends receipts by itself. Each key is one
 * message, in the family's language and by the school's channels. CONFLICT where it cannot be sent, with the reason.
 * NOT_FOUND for an unknown payment.
 */
export const sendReceipt = command<typeof receiptSending, Payment, SentReceipt>({
  action: paymentActions.sendReceipt,
  input: receiptSending,
  load: lockPayment,
  run: (running) => {
    const { db, call, viewer, school, schoolId, input, row } = running
    return runOncePerKey(
      running,
      paymentActions.sendReceipt.name,
      input,
      async () => {
        await mustNotBeErased(db, schoolId, [row.studentId])
        if (row.deletedAt !== null || row.state === 'FAILED')
          throw new Refusal('CONFLICT', t`This receipt is void, so it is not sent.`)
        const options = { key: input.key, sentBy: viewer.name, canSend: call.services.canSend }
        const result = await sendReceiptMessage(db, school, row, options)
        return { result, ids: [row.id], fields: [], afterCommit: () => wakeSender(call.database) }
      },
      () => sentReceipt(db, schoolId, row, input.key),
    )
  },
})
