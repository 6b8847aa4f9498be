import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import type { FeeAccountKey } from './account.sql.ts'
import type { FeeShare } from './selectedFees.ts'

/** The statuses of lines without a payment that are given by hand. LATE_FEE: a waiver. */
type Reduction = 'DISCOUNT' | 'WRITE_OFF' | 'LATE_FEE'

/** Stores the lines of a discount, a write-off or a waiver and returns their ids. */
export async function insertReductions(
  db: Tx,
  by: Pick<Viewer, 'subject' | 'name'>,
  { schoolId, studentId }: Pick<FeeAccountKey, 'schoolId' | 'studentId'>,
  {
    shares,
    status,
    comment,
    requestId = null,
  }: { shares: readonly FeeShare[]; status: Reduction; comment: string; requestId?: number | null },
): Promise<number[]> {
  const lines = await db
    .insertInto('collectedLines')
    .values(
      shares.map(({ fee, amount }) => ({
        schoolId,
        termId: fee.termId,
        studentId,
        feeId: fee.id,
        feeName: fee.name,
        month: fee.month,
        // A late fee is in no sum before it is paid, so a waiver takes nothing off.
        ...(status === 'LATE_FEE' ? { amount: 0, waived: amount } : { amount }),
        status,
        comment,
        discountRequestId: requestId,
        collectedOn: schoolDay(new Date()),
        createdBy: by.subject,
        createdByName: by.name,
      })),
    )
    .returning('id')
    .execute()
  return lines.map((line) => line.id)
}

/**
 * Marks lines of an account as deleted and returns their fees.
 * @throws Refusal NOT_FOUND when one of them is no such line of the account or is deleted already
 */
export async function deleteReductions(
  db: Tx,
  by: Pick<Viewer, 'subject' | 'name'>,
  { schoolId, termId, studentId }: FeeAccountKey,
  { ids, status, reason }: { ids: readonly number[]; status: Reduction; reason: string },
): Promise<number[]> {
  const deleted = await db
    .updateTable('collectedLines')
    .set({ deletedAt: new Date(), deletedBy: by.subject, deletedByName: by.name, deleteReason: reason })
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where('studentId', '=', studentId)
    .where('status', '=', status)
    // The late fees that a payment has paid go with it.
    .where('lateFeePaymentId', 'is', null)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .returning('feeId')
    .execute()
  if (deleted.length < ids.length) throw notFound()
  return deleted.map((line) => line.feeId)
}
