import { z } from 'zod'
import { secretText } from '#shared/inputs.ts'
import { passwordProblem } from '#shared/passwords.ts'

/** A person changes the own password; the server also refuses the phones of the record and common passwords. */
export const passwordChange = z.object({
  currentPassword: secretText('Required').min(1, 'Required').max(256, 'This is not your password.'),
  newPassword: secretText('Required').superRefine((value, context) => {
    const message = passwordProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  }),
})

/** One device of the viewer's own, by the id of its session. */
export const deviceToSignOut = z.object({ id: z.uuid('This device is not known.') })
