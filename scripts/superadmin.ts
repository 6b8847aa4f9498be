/**
 * `npm run superadmin -- EMAIL "NAME" PHONE`: adds a super administrator, who belongs to the installation and to no
 * school. Without the demo this is how the first person gets in. Prints a one-time code, which replaces the first
 * password for 24 hours.
 */
import { z } from 'zod'
import { createAccounts } from '#platform/auth/accounts.ts'
import { codeHours, handOutCodes } from '#platform/auth/codes.ts'
import { Refusal } from '#platform/refusal.ts'
import { normalizeUserName } from '#shared/names.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { phoneField } from '#shared/phones.schema.ts'
import { withDatabase } from './withDatabase.ts'

const person = z.object({
  email: z.email('is not a valid e-mail').transform((email) => email.toLowerCase()),
  name: z.string().trim().min(1, 'is missing').transform(normalizeUserName),
  phone: phoneField.refine((phone) => phone !== defaultPhone, 'must be a real one'),
})

await withDatabase(async (database, config) => {
  const [email = '', name = '', phone = ''] = process.argv.slice(2)
  const parsed = person.safeParse({ email, name, phone })
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Refusal('BAD_INPUT', [...lines, 'Usage: npm run superadmin -- EMAIL "NAME" PHONE'].join('\n'))
  }
  const { data } = parsed
  const code = await database.transaction(0, async (db) => {
    const { id } = await db
      .insertInto('users')
      .values({ schoolId: 0, role: 'SUPERADMIN', ...data })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refusal('CONFLICT', `${data.email} is a super administrator already.`))
    const [subject = ''] = await createAccounts(db, [{ email: data.email, name: data.name, schoolId: 0, userId: id }])
    await db
      .insertInto('auditLog')
      .values({ schoolId: 0, role: 'SUPERADMIN', action: 'superadmin.add', rowIds: [id] })
      .execute()
    const codes = await handOutCodes(db, config.secrets, [subject], { hours: codeHours.handedOut, evenOwn: false })
    return codes.get(subject)?.code ?? ''
  })
  process.stdout.write(
    `${data.name} can sign in as ${data.email} with this one-time code in place of a password, within 24 hours:\n  ${code}\n`,
  )
  return 0
})
