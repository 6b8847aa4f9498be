import type { SignInClaims } from '../../shared/signIn.ts'
import { post, unexpected } from './post.ts'
import { laterThisSession, remembered, tokenStorage } from './storage.ts'

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

async function said(work: ReturnType<typeof post>): Promise<void> {
  const answer = await work.catch(() => {
    throw new Error('Network request failed')
  })
  if (answer.ok) return
  if (answer.code === 'INVALID_TOKEN') throw new Error('This link has been used or is too old. Please ask for another.')
  throw new Error(answer.status < 500 && answer.message ? answer.message : unexpected)
}

/** Whether the person has said "Later" when asked for a password of one's own. */
export function wasPutOff(claims: SignInClaims): boolean {
  return placeOf(claims).getItem(keyOf(claims)) !== null
}

export function putOff(claims: SignInClaims): void {
  placeOf(claims).setItem(keyOf(claims), 'true')
}

// An account on the default phone is asked at every sign-in: its answer goes with the session.
function keyOf(claims: SignInClaims): string {
  return claims.password === 'defaultPhone' ? laterThisSession : `choosePasswordLater:${claims.sub}`
}

function placeOf(claims: SignInClaims): Storage {
  return tokenStorage(claims.password !== 'defaultPhone' || remembered() === true)
}
