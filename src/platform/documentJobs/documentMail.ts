import { showMoment } from '#shared/dates.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import { t } from '#shared/texts.ts'
import type { Config } from '../config.ts'
import { speakIn } from '../languages/speech.ts'
import type { Mail } from '../mail/mail.ts'
import { linkMail } from '../mail/linkMail.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import { linkUrl, linkSeconds } from './mailLink.ts'

/**
 * Composes the mail with the link to a document, in the language in which the document was ordered. Its message id lets
 * a mail server recognize a repeated mail.
 */
export function composeDocumentMail(
  config: Pick<Config, 'appUrl' | 'secretKey'>,
  job: DocumentJob,
  { to, schoolName, now }: { to: string; schoolName: string; now: Date },
): Mail {
  const mail = speakIn(languageOfOrder(job), () =>
    linkMail({
      to,
      subject: `${job.title} – ${schoolName}`,
      lines: [
        t`${job.title} of ${schoolName} is ready, ordered by ${job.createdByName} on ${showMoment(job.createdAt)}.`,
        t`Sign in to open it:`,
        { link: linkUrl(config, job) },
        t`The link holds until ${showMoment(new Date(now.getTime() + linkSeconds * 1000))}, and only for people who may see the document.`,
      ],
    }),
  )
  return { ...mail, messageId: `<document-${job.schoolId}-${job.id}-${job.mails}@${new URL(config.appUrl).hostname}>` }
}

/** Returns the language of an order's paper; English for an order that names none. */
function languageOfOrder({ params }: Pick<DocumentJob, 'params'>): Language {
  const { language } = (params ?? {}) as { language?: string }
  return isLanguage(language) ? language : 'en'
}
