import { join } from 'node:path'
import type { Readable } from 'node:stream'
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

/** So many mails are handed over with `handMail` at the same time; more wait, and their time goes on. */
export const mailLanes = 4

/**
 * Opens the way to the mail server of `SMTP_URL`, or starts a local one that keeps every mail in `${dataDir}/mail`.
 * @param times how long a mail may take, in milliseconds; the tests are in a hurry
 */
export async function startMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  log: Log,
  { deadline = 30 * seconds } = {},
): Promise<Mailer> {
  const folder = config.smtpUrl === undefined ? join(config.dataDir, 'mail') : undefined
  const standIn = folder === undefined ? undefined : await startStandIn(folder)
  const url = config.smtpUrl ?? standIn?.url
  // Thousands of messages do not stand in the way of a document that somebody waits for.
  const [messages, others] = [openPool(url, config.mailFrom, mailLanes), openPool(url, config.mailFrom, 3)]
  return {
    folder,
    handMail: async (mail) => {
      const signal = AbortSignal.timeout(deadline)
      let text: Readable | undefined
      const handing: Handing = { ...mail, signal, onText: (stream) => void (text = stream) }
      try {
        const { messageId } = await messages.sendMail(handing)
        return { outcome: 'ACCEPTED', ref: messageId }
      } catch (error) {
        return outcomeOf(error as MailError, { begun: text?.readableDidRead ?? false, late: signal.aborted })
      }
    },
    sendMail: async (mail) => {
      try {
        await others.sendMail({ ...mail, signal: AbortSignal.timeout(deadline) })
      } catch (error) {
        log.error({ err: error }, 'A mail was not sent')
        throw new Refusal('CONFLICT', 'The mail could not be sent: the mail server did not take it. Please try again later.')
      }
    },
    stop: async () => {
      messages.close()
      others.close()
      await standIn?.stop()
    },
  }
}

/** Connections to the mail server. A mail whose `signal` ends is taken back: it waits no more, or its connection is closed. */
function openPool(url: string | undefined, from: string, maxConnections: number) {
  const pool = createTransport(
    {
      url,
      pool: true,
      maxConnections,
      dnsTimeout: 5 * seconds,
      connectionTimeout: 10 * seconds,
      greetingTimeout: 10 * seconds,
      socketTimeout: 20 * seconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0],
    { from },
  )
  pool.use('stream', (sending, done) => {
    sending.message.processFunc((text: Readable) => {
      ;(sending.data as Handing).onText?.(text)
      return text
    })
    done()
  })
  return pool
}

interface Handing extends Mail {
  signal: AbortSignal
  /** Told of the mail's text when its turn has come: once some of it was read, it may have reached the server. */
  onText?: (text: Readable) => void
}

interface MailError extends Error {
  code?: string
  command?: string
  /** What the server answered; nothing where it did not. */
  responseCode?: number
}

function outcomeOf({ code, command = '', responseCode }: MailError, { begun, late }: { begun: boolean; late: boolean }): Sent {
  if (responseCode !== undefined) {
    const aboutMail = command === 'RCPT TO' || command === 'DATA'
    if (responseCode >= 500 && aboutMail) {
      const reason = command === 'DATA' ? 'The mail server refused the mail' : 'The mail server refused this address'
      return { outcome: 'REFUSED', code: String(responseCode), reason: `${reason} (${responseCode}).` }
    }
    return { outcome: 'LATER', reason: `The mail server does not take it now (${responseCode}).` }
  }
  if (code === 'EENVELOPE') return { outcome: 'REFUSED', code, reason: 'This is no mail address.' }
  if (begun) {
    const broke = 'The connection to the mail server broke before it said that it took the mail.'
    return { outcome: 'UNCLEAR', reason: late ? 'The mail server did not say in time whether it took the mail.' : broke }
  }
  return { outcome: 'LATER', reason: late ? 'The mail server took too long.' : 'The mail server cannot be reached.' }
}
