import { z } from 'zod'
import { text } from './inputs.ts'

const missing = 'Email Is Required'

/** Where the link of a document is sent. */
export const linkEmail = z.string(missing).trim().max(254, 'At most 254 characters').pipe(z.email(missing))

/** What every form that orders a document asks about its link. */
export const linkFields = {
  sendLink: z.boolean(),
  /** Not looked at where no link is sent. */
  email: text(254),
}

/** The e-mail is required where the link is to be sent (specification, section 5): a check of a form with {@link linkFields}. */
export function emailWhereSent(context: z.core.ParsePayload<{ sendLink: boolean; email: string }>): void {
  const { sendLink, email } = context.value
  if (sendLink && !linkEmail.safeParse(email).success)
    context.issues.push({ code: 'custom', path: ['email'], message: missing, input: email })
}
