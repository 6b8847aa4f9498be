import { t } from '@lingui/core/macro'

/** A code that was asked for. */
export interface AskedCode {
  /** Null for the phone with which the guardian is signed in already, and which a new code proves anew. */
  phone: string | null
  /** Minutes for which a code works. */
  minutes: number
  /** When another may be asked for, in milliseconds. */
  nextAt: number
  /** The code may have letters. */
  letters: boolean
}

interface Answer {
  message?: string
  waitSeconds?: number
  minutes?: number
  letters?: boolean
}

async function post(path: string, body: object): Promise<{ ok: boolean; answer: Answer }> {
  const response = await fetch(`/family/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)
  if (!response)
    return { ok: false, answer: { message: t`No answer came. Please check that your phone is online, and try again.` } }
  return { ok: response.ok, answer: ((await response.json().catch(() => null)) ?? {}) as Answer }
}

const unexpected = t`Something went wrong on our side. Please try again.`

/** Asks for a code, by default to the phone that is signed in. The answer is the same for every phone. */
export async function askForCode(phone: string | null): Promise<AskedCode & { failure: string | null }> {
  const { ok, answer } = await post('code', phone === null ? {} : { phone })
  const { waitSeconds = 0, minutes = 5, letters = false } = answer
  const pause = waitSeconds > 0 ? waitSeconds : 60
  return { phone, minutes, letters, nextAt: Date.now() + pause * 1000, failure: ok ? null : (answer.message ?? unexpected) }
}

/**
 * Signs in with a code, or proves the phone that is signed in anew. Returns what is wrong with it, and null when it was
 * right.
 */
export async function signIn(phone: string | null, code: string): Promise<string | null> {
  const { ok, answer } = await post('sign-in', phone === null ? { code } : { phone, code })
  return ok ? null : (answer.message ?? unexpected)
}

/** Signs out on this device or, with `everywhere`, on all devices of the phone. Returns whether the server knows. */
export async function signOut(everywhere: boolean): Promise<boolean> {
  return (await post('sign-out', { everywhere })).ok
}

const storageKey = 'shala family code'

/** Keeps what was asked for in this tab, because a phone may load the page anew while its owner reads the message. */
export function storeAsk(asked: AskedCode | null): void {
  try {
    if (asked === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(asked))
  } catch {
    // Without storage, the phone has to be typed again.
  }
}

/** Returns what was asked for in this tab, for a sign-in or, with `again`, for a new proof of the phone. */
export function storedAsk(again = false): AskedCode | null {
  try {
    const asked = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as AskedCode | null
    return (asked?.phone === null) === again ? asked : null
  } catch {
    return null
  }
}
