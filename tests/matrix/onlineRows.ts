import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import { createTxnid, createOrderRef } from '#domains/onlinefees/server/secrets.ts'
import { addGuardianLink, addMerchant } from '../world/onlinePayments.ts'
import { setBankAccount } from '../world/rows.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/**
 * Adds a guardian link for both students, whose fees can be paid online, a paid order, and money that nobody has
 * settled.
 */
export async function addOnlineRows(
  db: Tx,
  school: TestSchool,
  secretKey: string,
  feeCategory: number,
  fee: number,
): Promise<Extra> {
  const { id: schoolId, termId, student7A } = school
  const bankAccountId = await addMerchant(db, school, secretKey, { name: 'Online' })
  await setBankAccount(db, school, feeCategory, bankAccountId)
  const { phone } = await db
    .selectFrom('students')
    .select('phone')
    .where('schoolId', '=', schoolId)
    .where('id', '=', student7A)
    .executeTakeFirstOrThrow()
  const link = await addGuardianLink(db, school, secretKey, phone)
  const order = await db
    .insertInto('onlineOrders')
    .values({
      schoolId,
      termId,
      guardianLinkId: link.id,
      key: randomUUID(),
      inputHash: Buffer.alloc(32),
      txnid: createTxnid(schoolId),
      merchantKey: 'key',
      merchantSaltSealed: Buffer.alloc(1),
      bankAccountId,
      feesAmount: 1000,
      charge: 20,
      gst: 4,
      payable: 1024,
      received: 1024,
      state: 'SUCCESS',
      payerName: 'A',
      payerPhone: '9876543210',
      payerEmail: 'a@b.test',
      gatewayReference: '1',
      settledAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { schoolId, orderId: order.id, studentId: student7A, amount: 1000 }
  await db
    .insertInto('onlineOrderLines')
    .values({ ...line, feeId: fee, studentName: 'Asha Patil', sectionName: '7-A', feeName: 'Library' })
    .execute()
  const surplus = await db.insertInto('onlineSurplus').values(line).returning('id').executeTakeFirstOrThrow()
  const notice = await db
    .insertInto('gatewayNotices')
    .values({ schoolId, orderId: order.id, kind: 'REFUND', reference: '9', status: 'success', amount: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Allows pay links by SMS.
  await db.updateTable('schools').set({ senderId: 'MATRIX' }).where('id', '=', schoolId).execute()
  await db
    .insertInto('messageTemplates')
    .values({
      schoolId,
      kind: 'PAY_LINK',
      channel: 'SMS',
      text: 'Pay {{code}}',
      dltTemplateId: '1107161234567890123',
      smsTemplateId: '64f0c2a91b7e3d5f60a81c24',
      changedByName: 'Office',
    })
    .execute()
  const ref = createOrderRef(secretKey, schoolId, order.id)
  return {
    token: link.token,
    code: link.code,
    link: link.id,
    order: order.id,
    orderRef: ref,
    surplus: surplus.id,
    notice: notice.id,
  }
}
