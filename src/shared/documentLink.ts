import { z } from 'zod'
import { type Message, text } from './inputs.ts'
import { t } from '#shared/texts.ts'

const emailRequired: Message = () => t`Email Is Required`

/** E-mail address that receives the link to a document. */
export const linkEmail = z
  .string({ error: emailRequired })
  .trim()
  .max(254, { error: () => t`At most ${254} characters` })
  .pipe(z.email({ error: emailRequired }))

/** Fields about the link, shared by every form that orders a document. */
export const linkFields = {
  sendLink: z.boolean(),
  /** Ignored unless `sendLink` is set. */
  email: text(254),
}

/**
 * Adds an issue when the link is to be sent and the e-mail is not valid (specification, section 5). A check for forms
 * with {@link linkFields}.
 */
export function requireLinkEmail(context: z.core.ParsePayload<{ sendLink: boolean; email: string }>): void {
  const { sendLink, email } = context.value
  if (sendLink && !linkEmail.safeParse(email).success)
    context.issues.push({ code: 'custom', path: ['email'], message: emailRequired(), input: email })
}
