import { showMoment } from '#shared/dates.ts'
import type { Config } from '../config.ts'
import type { Mail } from '../mail/mail.ts'
import { linkMail } from '../mail/linkMail.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import { linkUrl, linkSeconds } from './mailLink.ts'

/** Composes the mail with the link to a document. Its message id lets a mail server recognize a repeated mail. */
export function composeDocumentMail(
  config: Pick<Config, 'appUrl' | 'secretKey'>,
  job: DocumentJob,
  { to, schoolName, now }: { to: string; schoolName: string; now: Date },
): Mail {
  const until = showMoment(new Date(now.getTime() + linkSeconds * 1000))
  const mail = linkMail({
    to,
    subject: `${job.title} – ${schoolName}`,
    lines: [
      `${job.title} of ${schoolName} is ready, ordered by ${job.createdByName} on ${showMoment(job.createdAt)}.`,
      'Sign in to open it:',
      { link: linkUrl(config, job) },
      `The link holds until ${until}, and only for people who may see the document.`,
    ],
  })
  return { ...mail, messageId: `<document-${job.schoolId}-${job.id}-${job.mails}@${new URL(config.appUrl).hostname}>` }
}
