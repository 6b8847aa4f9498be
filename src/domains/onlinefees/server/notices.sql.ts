import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { NoticeKind } from '../onlinefees.rules.ts'

/** A notice of the gateway with its order's payer and references. */
export type Notice = Awaited<ReturnType<ReturnType<typeof noticeRows>['executeTakeFirstOrThrow']>>

/** Selects notices of the gateway, newest first. */
export function noticeRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('gatewayNotices as notice')
    .innerJoin('onlineOrders as orders', (on) => onSameSchool(on, 'orders.id', 'notice.orderId'))
    .select([
      'notice.id',
      'notice.schoolId',
      'notice.orderId',
      'notice.kind',
      'notice.reference',
      'notice.status',
      'notice.amount',
      'notice.arrivedAt',
      'notice.seenAt',
      'notice.seenByName',
      'orders.txnid',
      'orders.gatewayReference',
      'orders.payable',
      'orders.payerName',
      'orders.payerPhone',
    ])
    .where('notice.schoolId', '=', schoolId)
    .orderBy('notice.id', 'desc')
    .limit(500)
    .$narrowType<{ kind: NoticeKind }>()
}

/** Locks a notice and returns it. */
export async function lockNotice(db: Tx, schoolId: number, id: number): Promise<Notice | undefined> {
  await db.selectFrom('gatewayNotices').select('id').where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().execute()
  return noticeRows(db, schoolId).where('notice.id', '=', id).executeTakeFirst()
}
