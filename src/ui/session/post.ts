export const unexpected = 'An unexpected error occurred'

/** What the sign-in service answered; `code` and `message` are '' where it gave none. */
export interface Answer {
  ok: boolean
  status: number
  code: string
  message: string
  /** Everything that was answered. */
  body: unknown
}

/** Sends something to the sign-in service. Rejects when there is no connection. */
export async function post(path: string, body: Record<string, unknown>, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, {
    ...options,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said: unknown = await response.json().catch(() => null)
  const { code, message } = (typeof said === 'object' && said !== null ? said : {}) as Record<string, unknown>
  return {
    ok: response.ok,
    status: response.status,
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
    body: said,
  }
}

/** Throws unless the sign-in service did what it was asked for. */
export function mustBeOk(answer: Answer): void {
  if (!answer.ok) throw new Error(`The sign-in service answered ${answer.status}.`)
}
