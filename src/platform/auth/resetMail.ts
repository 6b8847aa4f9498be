import { t } from '#shared/texts.ts'
import { linkMail } from '../mail/linkMail.ts'
import type { Mail } from '../mail/mail.ts'

/** Composes the mail with a reset link, in the language of whom the running request speaks to. */
export function resetMail({ to, name, link }: { to: string; name: string; link: string }): Mail {
  const lines = [
    t`Hello ${name},`,
    t`someone asked for a new password for your Shala account. To choose one, open this page within an hour:`,
    { link },
    t`The link works once. If it was not you, leave it: your password stays as it is.`,
  ]
  return linkMail({ to, subject: t`Choose a new password`, lines })
}
