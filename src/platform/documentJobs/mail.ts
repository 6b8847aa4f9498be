import { showMoment } from '#shared/dates.ts'
import type { Config } from '../config.ts'
import type { Mail } from '../mail/mail.ts'
import { linkMail } from '../mail/linkMail.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import { linkAddress, linkSeconds } from './link.ts'

/** The mail that says where a document can be fetched. A mail server that gets it twice knows it by its name. */
export function documentMail(
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
      { link: linkAddress(config, job) },
      `The link holds until ${until}, and only for people who may see the document.`,
    ],
  })
  return { ...mail, messageId: `<document-${job.schoolId}-${job.id}-${job.mails}@${new URL(config.appUrl).hostname}>` }
}
