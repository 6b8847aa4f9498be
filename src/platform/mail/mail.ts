import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Log } from '../logging.ts'
import { Refusal } from '../refusal.ts'
import { startStandIn } from './standIn.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** Its name, where it must be the same each time it is sent: `<…@host>`. */
  messageId?: string
  attachments?: { filename: string; content: Buffer; contentType?: string }[]
}

/**
 * Hands a mail to the mail server.
 * @throws Refusal CONFLICT when the server does not take it; within 30 seconds, however the server behaves
 */
export type SendMail = (mail: Mail) => Promise<void>

export interface Mailer {
  sendMail: SendMail
  /** Where mails are kept when no mail server is set. */
  folder: string | undefined
  stop(): Promise<void>
}

const seconds = 1000

/** Opens the way to the mail server of `SMTP_URL`, or starts a local one that keeps every mail in `${dataDir}/mail`. */
export async function startMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, log: Log): Promise<Mailer> {
  const folder = config.smtpUrl === undefined ? join(config.dataDir, 'mail') : undefined
  const standIn = folder === undefined ? undefined : await startStandIn(folder)
  const transport = createTransport(
    {
      url: config.smtpUrl ?? standIn?.url,
      pool: true,
      maxConnections: 3,
      dnsTimeout: 5 * seconds,
      connectionTimeout: 10 * seconds,
      greetingTimeout: 10 * seconds,
      socketTimeout: 20 * seconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0],
    { from: config.mailFrom },
  )
  return {
    folder,
    sendMail: async (mail) => {
      try {
        await withinSeconds(30, transport.sendMail(mail))
      } catch (error) {
        log.error({ err: error }, 'A mail was not sent')
        throw new Refusal('CONFLICT', 'The mail could not be sent: the mail server did not take it. Please try again later.')
      }
    },
    stop: async () => {
      transport.close()
      await standIn?.stop()
    },
  }
}

/** For a server that keeps every single deadline and still never comes to an end. */
async function withinSeconds<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('The mail server took too long'), { code: 'ETIMEDOUT' })),
      limit * seconds,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
