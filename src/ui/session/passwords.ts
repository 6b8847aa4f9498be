import { post, unexpected } from './post.ts'

/**
 * Asks for a mail with a link to a new password.
 * @throws Error with the words to show
 */
export async function askForReset(email: string): Promise<void> {
  await said(post('/auth/request-password-reset', { email }))
}

/**
 * Sets a new password with the token of the mail's link, which works once.
 * @throws Error with the words to show
 */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await said(post('/auth/reset-password', { token, newPassword }))
}

async function said(work: ReturnType<typeof post>): Promise<unknown> {
  const answer = await work.catch(() => {
    throw new Error('Network request failed')
  })
  if (answer.ok) return answer.body
  if (answer.code === 'INVALID_TOKEN') throw new Error('This link has been used or is too old. Please ask for another.')
  throw new Error(answer.status < 500 && answer.message ? answer.message : unexpected)
}

/** What a person without a password of their own has to do, as `/auth/first-password` says. */
export interface FirstPassword {
  /** Whether a one-time code has to be typed; false where the sign-in was made with one. */
  codeNeeded: boolean
  /** Where a code can be sent; null where none can. */
  way: CodeWay | null
}

export interface CodeWay {
  channel: 'WHATSAPP' | 'SMS' | 'EMAIL'
  /** As much of the phone or e-mail as its owner recognizes. */
  to: string
}

/**
 * Reads what is needed to choose a password.
 * @throws Error with the words to show
 */
export async function readFirstPassword(): Promise<FirstPassword> {
  return (await said(post('/auth/first-password', {}))) as FirstPassword
}

/**
 * Has a one-time code sent to the phone or e-mail of the record.
 * @throws Error with the words to show
 */
export async function sendCode(): Promise<CodeWay> {
  return (await said(post('/auth/send-code', {}))) as CodeWay
}
