import { setTimeout as sleep } from 'node:timers/promises'
import type { Mail, SendMail } from './mail.ts'

/** Pauses between the tries of a mail that somebody waits for, in milliseconds: eleven minutes together. */
const pauses = [30_000, 120_000, 480_000]

/**
 * Sends a mail, and where the mail server does not take it, tries again after each pause. In memory only: a process
 * that ends forgets it, and whoever waits for the mail asks again.
 *
 * @throws Refusal when the last try fails
 * @throws AbortError when the signal ends the waiting
 */
export async function sendAgain(sendMail: SendMail, mail: Mail, signal: AbortSignal, pausesMs = pauses): Promise<void> {
  for (const pause of pausesMs) {
    try {
      return await sendMail(mail)
    } catch {
      await sleep(pause, undefined, { signal })
    }
  }
  await sendMail(mail)
}
