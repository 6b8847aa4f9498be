import { t } from '@lingui/core/macro'
import { post, unexpectedErrorMessage } from './post.ts'

/**
 * Requests a mail with a link to set a new password.
 * @throws Error with the message to show
 */
export async function requestPasswordReset(email: string): Promise<void> {
  await requireSuccess(post('/auth/request-password-reset', { email }))
}

/**
 * Sets a new password with the token of the mail's link, which works once.
 * @throws Error with the message to show
 */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await requireSuccess(post('/auth/reset-password', { token, newPassword }))
}

async function requireSuccess(work: ReturnType<typeof post>): Promise<unknown> {
  const answer = await work.catch(() => {
    throw new Error(t`Network request failed`)
  })
  if (answer.ok) return answer.body
  if (answer.code === 'INVALID_TOKEN') throw new Error(t`This link has been used or is too old. Please ask for another.`)
  throw new Error(answer.status < 500 && answer.message ? answer.message : unexpectedErrorMessage)
}

/** The steps for a person without an own password, as `/auth/first-password` returns them. */
export interface FirstPassword {
  /** Whether a one-time code must be entered; false when the sign-in was made with one. */
  codeNeeded: boolean
  /** Where a code can be sent; null if nowhere. */
  way: CodeDelivery | null
}

export interface CodeDelivery {
  channel: 'WHATSAPP' | 'SMS' | 'EMAIL'
  /** The phone or e-mail, masked so that only its owner recognises it. */
  to: string
}

/**
 * Reads what is needed to choose a password.
 * @throws Error with the message to show
 */
export async function readFirstPassword(): Promise<FirstPassword> {
  return (await requireSuccess(post('/auth/first-password', {}))) as FirstPassword
}

/**
 * Sends a one-time code to the phone or e-mail of the record.
 * @throws Error with the message to show
 */
export async function sendCode(): Promise<CodeDelivery> {
  return (await requireSuccess(post('/auth/send-code', {}))) as CodeDelivery
}
