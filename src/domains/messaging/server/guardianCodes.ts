import { admitCodeMessage } from '#platform/auth/codeBudget.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { addGuardianCode, guardianCode, phoneKey } from '#platform/guardians/codes.ts'
import type { SendGuardianCode } from '#platform/guardians/routes.ts'
import { studentsWithPhone } from '#platform/guardians/studentPhones.ts'
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
  { secrets, codesPerHour }: Pick<Config, 'secrets' | 'codesPerHour'>,
): SendGuardianCode {
  return async (phone, schoolIds) => {
    for (const schoolId of schoolIds) {
      // Not by e-mail: the code has to prove that the phone is the guardian's.
      const { school, channels } = await openChannels(database, providers, { schoolId, phone, email: '', subject: '' })
      if (!school || channels.length === 0) continue
      // The answer was given: it must not tell which school's families are too many.
      if ((await admitCodeMessage(database, schoolId, codesPerHour)) !== null) return
      await database.transaction(schoolId, async (db) => {
        const [studentId] = await studentsWithPhone(db, schoolId, phone)
        if (studentId === undefined) return
        const id = await addGuardianCode(db, phoneKey(secrets, phone))
        const event = `guardian/${id}`
        const params = { code: hiddenCode, [guardianCodeParam]: id }
        const expiresAt = new Date(Date.now() + guardianCode.minutes * 60_000)
        await queueMessages(db, school, 'SIGN_IN_CODE', [{ event, studentIds: [studentId], phone, params, expiresAt }], {
          channels,
        })
      })
      return wakeSender(database)
    }
  }
}
