import { sql } from 'kysely'
import type { CommandContext } from '#platform/command.ts'
import { cancelMessagesByParams, queueMessages } from '#domains/messaging/server/messaging.exports.ts'
import { showMoney } from '#shared/money.ts'
import type { Payer } from './account.sql.ts'

/** Notifications expire after a day; older requests are on the list and the dashboard. */
const expiryMs = 86_400_000

/**
 * Notifies the devices of the ADMINs who may decide about a discount that waits for approval. The student is not named,
 * because the notification would outlast an erasure.
 */
export async function notifyApprovers(
  { db, school, schoolId, viewer }: Pick<CommandContext<unknown, unknown>, 'db' | 'school' | 'schoolId' | 'viewer'>,
  { id, payer, amount }: { id: number; payer: Payer; amount: number },
): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    select u.subject from users u
    where u.school_id = ${schoolId} and u.role = 'ADMIN' and not u.disabled and u.subject is not null
      and exists (select from device_tokens d where d.subject = u.subject)
      and (not u.limited_to_classes or exists (
        select from class_admins a join sections s on s.school_id = current_school() and s.class_id = a.class_id
        join enrolments e on e.school_id = current_school() and e.section_id = s.id
        where a.school_id = ${schoolId} and a.user_id = u.id and e.term_id = ${payer.termId} and e.student_id = ${payer.id}))`.execute(
    db,
  )
  await queueMessages(
    db,
    school,
    'APPROVAL',
    rows.map(({ subject }) => ({
      event: `${id}/${subject}`,
      studentIds: [],
      subject,
      params: { from: viewer.name, amount: showMoney(amount), request: String(id) },
      expiresAt: new Date(Date.now() + expiryMs),
    })),
  )
}

/** Cancels the queued notifications of a request that was decided. */
export async function cancelApproverNotifications(
  { db, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId'>,
  requestId: number,
): Promise<void> {
  await cancelMessagesByParams(db, schoolId, 'APPROVAL', { request: String(requestId) })
}
