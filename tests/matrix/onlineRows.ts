import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import { createCode, createToken, createTxnid, createOrderRef } from '#domains/onlinefees/server/secrets.ts'
import { addAccount } from '../onlineWorld.ts'
import type { TestSchool } from '../world.ts'
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
  const bankAccountId = await addAccount(db, school, secretKey, 'Online')
  await db
    .updateTable('feeCategories')
    .set({ bankAccountId })
    .where('schoolId', '=', schoolId)
    .where('id', '=', feeCategory)
    .execute()
  const { phone } = await db
    .selectFrom('students')
    .select('phone')
    .where('schoolId', '=', schoolId)
    .where('id', '=', student7A)
    .executeTakeFirstOrThrow()
  const [token, code] = [createToken(secretKey, schoolId), createCode(secretKey, schoolId)]
  const link = await db
    .insertInto('guardianLinks')
    .values({
      schoolId,
      phone,
      expiresAt: new Date(Date.now() + 86_400_000),
      createdBy: randomUUID(),
      createdByName: 'Office',
      tokenHash: token.hash,
      tokenSealed: token.sealed,
      codeHash: code.hash,
      codeSealed: code.sealed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
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
  return { token: token.text, code: code.text, link: link.id, order: order.id, orderRef: ref, surplus: surplus.id }
}
