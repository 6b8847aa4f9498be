import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Log } from '../logging.ts'
import { Refusal } from '../refusal.ts'
import type { Sent } from '../sent.ts'
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
  /** Hands over a mail, once, and says what is known of it. Never throws; within 30 seconds, however the server behaves. */
  handMail(mail: Mail): Promise<Sent>
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
  // From here on its text may have reached the server.
  transport.use('stream', (sending, done) => {
    sending.message.transform(() => {
      ;(sending.data as Handing).onBegun?.()
      return new PassThrough()
    })
    done()
  })
  return {
    folder,
    handMail: async (mail) => {
      let begun = false
      const handing: Handing = { ...mail, onBegun: () => void (begun = true) }
      try {
        const { messageId } = await withinSeconds(30, transport.sendMail(handing))
        return { outcome: 'ACCEPTED', ref: messageId }
      } catch (error) {
        return outcomeOf(error as MailError, begun)
      }
    },
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

interface Handing extends Mail {
  onBegun?: () => void
}

interface MailError extends Error {
  code?: string
  command?: string
  /** What the server answered; nothing where it did not. */
  responseCode?: number
}

function outcomeOf({ code, command = '', responseCode }: MailError, begun: boolean): Sent {
  if (responseCode !== undefined) {
    const aboutMail = command === 'RCPT TO' || command === 'DATA'
    if (responseCode >= 500 && aboutMail) {
      const reason = command === 'DATA' ? 'The mail server refused the mail' : 'The mail server refused this address'
      return { outcome: 'REFUSED', code: String(responseCode), reason: `${reason} (${responseCode}).` }
    }
    return { outcome: 'LATER', reason: `The mail server does not take it now (${responseCode}).` }
  }
  if (code === 'EENVELOPE') return { outcome: 'REFUSED', code, reason: 'This is no mail address.' }
  if (begun)
    return { outcome: 'UNCLEAR', reason: 'The connection to the mail server broke before it said that it took the mail.' }
  return { outcome: 'LATER', reason: 'The mail server cannot be reached.' }
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
