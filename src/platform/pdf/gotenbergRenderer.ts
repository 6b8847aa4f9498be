import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { Refusal } from '../refusal.ts'
import { type PdfRenderer, renderTimeout } from './renderer.ts'

/**
 * Renders with Gotenberg 8 or later: `POST /forms/chromium/convert/html`. User and password in the URL are sent as
 * basic authentication.
 */
export function gotenbergRenderer(address: string, timeoutMs: number): PdfRenderer {
  const { username, password, ...url } = splitAddress(address)
  const authorization = username
    ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
    : undefined
  return {
    async render(html, rendering = {}) {
      const { signal } = rendering
      const timeout = AbortSignal.timeout(renderTimeout(rendering, timeoutMs))
      const form = new FormData()
      form.set('files', new Blob([html], { type: 'text/html' }), 'index.html')
      form.set('preferCssPageSize', 'true')
      form.set('printBackground', 'true')
      try {
        const response = await fetch(url.convert, {
          method: 'POST',
          body: form,
          redirect: 'error',
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          ...(authorization ? { headers: authorization } : {}),
        })
        const pdf = Buffer.from(await response.arrayBuffer())
        if (!response.ok || !pdf.subarray(0, 5).equals(Buffer.from('%PDF-')))
          throw new Error(`The PDF service answered ${response.status}.`)
        return pdf
      } catch (cause) {
        signal?.throwIfAborted()
        throw Object.assign(new Refusal('UNAVAILABLE', pdfFailedMessage), { cause })
      }
    },
    stop: async () => {},
  }
}

/** Splits a URL, because fetch accepts none with credentials. */
function splitAddress(address: string): { username: string; password: string; convert: string } {
  const url = new URL(address)
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  url.username = ''
  url.password = ''
  return { username, password, convert: `${url.href.replace(/\/+$/, '')}/forms/chromium/convert/html` }
}
