import { z } from 'zod'
import { secretText } from '#shared/inputs.ts'
import { passwordProblem } from '#shared/passwords.ts'
import { t } from '#shared/texts.ts'

/** The form for changing the own password. The server also refuses phones of the record and common passwords. */
export const passwordChange = z.object({
  currentPassword: secretText()
    .min(1, { error: () => t`Required` })
    .max(256, { error: () => t`This is not your password.` }),
  newPassword: secretText().superRefine((value, context) => {
    const message = passwordProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  }),
})

/** A signed-in device of the viewer, by its session id. */
export const deviceToSignOut = z.object({ id: z.uuid({ error: () => t`This device is not known.` }) })
