import { t } from '@lingui/core/macro'
export const unexpectedErrorMessage = t`An unexpected error occurred`

/** Response of the sign-in service; `code` and `message` are '' when it gave none. */
export interface Answer {
  ok: boolean
  status: number
  code: string
  message: string
  /** The whole response body. */
  body: unknown
}

/** Posts JSON to the sign-in service. Rejects without a connection. */
export async function post(path: string, body: Record<string, unknown>, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, {
    ...options,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const responseBody: unknown = await response.json().catch(() => null)
  const { code, message } = (typeof responseBody === 'object' && responseBody !== null ? responseBody : {}) as Record<
    string,
    unknown
  >
  return {
    ok: response.ok,
    status: response.status,
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
    body: responseBody,
  }
}

/** Throws unless the response is a success. */
export function requireOk(answer: Answer): void {
  if (!answer.ok) throw new Error(`The sign-in service answered ${answer.status}.`)
}
