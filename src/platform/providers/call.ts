import type { Sent } from '../sent.ts'

/** What a provider answered: its JSON, or undefined where the body is none. */
export interface Answer {
  status: number
  json: unknown
  /** What Retry-After asks for. */
  afterMs: number | undefined
}

/** Nothing the provider itself said. */
export type Unanswered = Extract<Sent, { outcome: 'LATER' } | { outcome: 'UNCLEAR' }>

/** Where no connection came about, nothing was sent. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_INVALID_URL',
])

interface Request {
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
  /** Ends the wait. */
  signal: AbortSignal
  /** How long an answer may take, in milliseconds. */
  patience: number
}

/**
 * Posts something to a provider, once, and says what is known of it where there is no answer: LATER when nothing was sent, UNCLEAR
 * when it may have arrived. Never throws.
 */
export async function callProvider(url: string, { headers, body, signal, patience }: Request): Promise<Answer | Unanswered> {
  if (signal.aborted) return { outcome: 'LATER', reason: 'It was not begun: the server is stopping.' }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      // Where a redirection leads nobody has allowed.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    })
    return { status: response.status, json: parsed(await response.text()), afterMs: retryAfter(response.headers) }
  } catch (error) {
    const code = codeOf(error)
    if (neverConnected.has(code)) return { outcome: 'LATER', reason: 'The provider cannot be reached.' }
    const ended = /TimeoutError|AbortError/.test((error as Error).name) || code === 'UND_ERR_HEADERS_TIMEOUT'
    return {
      outcome: 'UNCLEAR',
      reason: ended ? 'The provider did not answer in time.' : 'The connection to the provider broke before it answered.',
    }
  }
}

/** What an answer without the provider's own words means, by its status alone. */
export function withoutWords({ status, afterMs }: Answer): Unanswered {
  const after = afterMs === undefined ? {} : { afterMs }
  if (status === 429) return { outcome: 'LATER', reason: 'The provider takes no more at the moment.', ...after }
  // The request was understood and not carried out, by the provider or by something before it.
  if (status >= 300 && status < 500 && status !== 408)
    return { outcome: 'LATER', reason: `The provider's address answered ${status}; please check the settings.`, ...after }
  return { outcome: 'UNCLEAR', reason: `The provider answered ${status} and did not say what became of it.` }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return String((cause as { code?: unknown } | undefined)?.code ?? '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds or a date; an hour at most. */
function retryAfter(headers: Headers): number | undefined {
  const said = headers.get('retry-after')
  if (said === null) return undefined
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined
}
