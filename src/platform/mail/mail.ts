import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { t } from '#shared/texts.ts'
import type { Log } from '../logging.ts'
import { Refusal } from '../refusal.ts'
import type { SendResult } from '../sendResult.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** The Message-ID, for mails that must have the same one every time: `<…@host>`. */
  messageId?: string
  attachments?: { filename: string; content: Buffer; contentType?: string }[]
}

/**
 * Sends a mail through the mail server, within 30 seconds at most.
 *
 * @throws Refusal CONFLICT when the server does not accept it
 */
export type SendMail = (mail: Mail) => Promise<void>

export interface Mailer {
  sendMail: SendMail
  /** Sends a mail once and returns what is known of it. Never throws; takes 30 seconds at most. */
  handMail(mail: Mail): Promise<SendResult>
  stop(): Promise<void>
}

const seconds = 1000

/** Maximum number of concurrent `handMail` calls; more wait, and their time limits run. */
export const maxConcurrentMails = 4

/**
 * Opens connections to the mail server of `smtpUrl`.
 * @param times how long a mail may take, in milliseconds; the tests are in a hurry
 */
export function startMailer(
  { smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string },
  log: Log,
  { deadline = 30 * seconds } = {},
): Mailer {
  // Separate pools: thousands of messages must not delay a document that somebody waits for.
  const [messages, others] = [openPool(smtpUrl, mailFrom, maxConcurrentMails), openPool(smtpUrl, mailFrom, 3)]
  return {
    handMail: async (mail) => {
      const signal = AbortSignal.timeout(deadline)
      let text: Readable | undefined
      const handing: TrackedMail = { ...mail, signal, onText: (stream) => void (text = stream) }
      try {
        const { messageId } = await messages.sendMail(handing)
        return { outcome: 'ACCEPTED', ref: messageId }
      } catch (error) {
        return sendResultOf(error as MailError, { begun: text?.readableDidRead ?? false, late: signal.aborted })
      }
    },
    sendMail: async (mail) => {
      try {
        await others.sendMail({ ...mail, signal: AbortSignal.timeout(deadline) })
      } catch (error) {
        log.error({ err: error }, 'A mail was not sent')
        throw new Refusal('CONFLICT', t`The mail could not be sent: the mail server did not take it. Please try again later.`)
      }
    },
    stop: async () => {
      messages.close()
      others.close()
    },
  }
}

/**
 * Opens connections to the mail server. When a mail's `signal` aborts, the mail is removed from the queue or its
 * connection is closed.
 */
function openPool(url: string, from: string, maxConnections: number) {
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
      ;(sending.data as TrackedMail).onText?.(text)
      return text
    })
    done()
  })
  return pool
}

interface TrackedMail extends Mail {
  signal: AbortSignal
  /** Receives the mail's text when its turn comes. Once some of it was read, it may have reached the server. */
  onText?: (text: Readable) => void
}

interface MailError extends Error {
  code?: string
  command?: string
  /** The server's response code; absent without a response. */
  responseCode?: number
}

function sendResultOf(
  { code, command = '', responseCode }: MailError,
  { begun, late }: { begun: boolean; late: boolean },
): SendResult {
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
