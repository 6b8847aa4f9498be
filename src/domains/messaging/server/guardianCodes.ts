import { sql } from 'kysely'
import type { Database } from '#platform/database/connect.ts'
import { addGuardianCode, guardianCode, phoneKey } from '#platform/guardians/codes.ts'
import type { SendGuardianCode } from '#platform/guardians/routes.ts'
import type { Secrets } from '#platform/secretKeys.ts'
import { guardianCodeParam, hiddenCode } from '../oneTimeCode.rules.ts'
import type { Providers } from './channels.ts'
import { queueMessages } from './queue.sql.ts'
import { openChannels } from './signInCodes.ts'
import { wakeSender } from './wakeSender.ts'

/**
 * Creates the sender of codes by which guardians sign in. The first of the phone's schools that can write to a phone
 * sends the code, by WhatsApp or SMS and at any hour: one message, however many schools.
 */
export function createGuardianCodeSender(
  database: Database,
  providers: Pick<Providers, 'whatsapp' | 'sms'>,
  secrets: Secrets,
): SendGuardianCode {
  return async (phone, schoolIds) => {
    for (const schoolId of schoolIds) {
      // Not by e-mail: the code has to prove that the phone is the guardian's.
      const { school, channels } = await openChannels(database, providers, { schoolId, phone, email: '', subject: '' })
      if (!school || channels.length === 0) continue
      await database.transaction(schoolId, async (db) => {
        const student = await db
          .selectFrom('students')
          .select('id')
          .where('schoolId', '=', schoolId)
          .where((row) => row.or([row('phone', '=', phone), sql<boolean>`${phone} = any(phones)`]))
          .where('disabled', '=', false)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
        if (!student) return
        const id = await addGuardianCode(db, phoneKey(secrets, phone))
        const event = `guardian/${id}`
        const params = { code: hiddenCode, [guardianCodeParam]: id }
        const expiresAt = new Date(Date.now() + guardianCode.minutes * 60_000)
        await queueMessages(db, school, 'SIGN_IN_CODE', [{ event, studentIds: [student.id], phone, params, expiresAt }], {
          channels,
        })
      })
      return wakeSender(database)
    }
  }
}
