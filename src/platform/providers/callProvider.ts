import type { SendResult } from '../sendResult.ts'

/** A provider's response: its JSON, or undefined when the body is not JSON. */
export interface ProviderAnswer {
  status: number
  json: unknown
  /** The delay that Retry-After asks for. */
  afterMs: number | undefined
}

/** The result when the provider itself said nothing. */
export type NoAnswer = Extract<SendResult, { outcome: 'LATER' } | { outcome: 'UNCLEAR' }>

/** Errors without a connection: nothing was sent. */
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
  /** Aborts the request. */
  signal: AbortSignal
  /** Timeout of the response in milliseconds. */
  timeoutMs: number
}

/**
 * Posts a request to a provider once. Without a response returns what is known: LATER when nothing was sent, UNCLEAR
 * when it may have arrived. Never throws.
 */
export async function callProvider(
  url: string,
  { headers, body, signal, timeoutMs }: Request,
): Promise<ProviderAnswer | NoAnswer> {
  if (signal.aborted) return { outcome: 'LATER', reason: 'It was not begun: the server is stopping.' }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      // Nobody has allowed the target of a redirect.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    return { status: response.status, json: parseJson(await response.text()), afterMs: parseRetryAfter(response.headers) }
  } catch (error) {
    const code = errorCodeOf(error)
    if (neverConnected.has(code)) return { outcome: 'LATER', reason: 'The provider cannot be reached.' }
    const ended = /TimeoutError|AbortError/.test((error as Error).name) || code === 'UND_ERR_HEADERS_TIMEOUT'
    return {
      outcome: 'UNCLEAR',
      reason: ended ? 'The provider did not answer in time.' : 'The connection to the provider broke before it answered.',
    }
  }
}

/** Returns the meaning of a response by its status alone. */
export function resultOfStatus({ status, afterMs }: ProviderAnswer): NoAnswer {
  const after = afterMs === undefined ? {} : { afterMs }
  if (status === 429) return { outcome: 'LATER', reason: 'The provider takes no more at the moment.', ...after }
  // The request was understood and not executed, by the provider or a proxy before it.
  if (status >= 300 && status < 500 && status !== 408)
    return { outcome: 'LATER', reason: `The provider's address answered ${status}; please check the settings.`, ...after }
  return { outcome: 'UNCLEAR', reason: `The provider answered ${status} and did not say what became of it.` }
}

function errorCodeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return String((cause as { code?: unknown } | undefined)?.code ?? '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses seconds or a date; an hour at most. */
function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined
}
