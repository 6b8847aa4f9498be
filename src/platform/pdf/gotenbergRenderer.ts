import { noPdf } from '#shared/pdf.ts'
import { Refusal } from '../refusal.ts'
import { type PdfRenderer, timeFor } from './renderer.ts'

/** A Gotenberg (8 or later) as a renderer: `POST /forms/chromium/convert/html`. Name and password in the address are sent as basic authentication. */
export function gotenbergRenderer(address: string, patience: number): PdfRenderer {
  const { username, password, ...url } = parts(address)
  const authorization = username
    ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
    : undefined
  return {
    async render(html, rendering = {}) {
      const { signal } = rendering
      const late = AbortSignal.timeout(timeFor(rendering, patience))
      const form = new FormData()
      form.set('files', new Blob([html], { type: 'text/html' }), 'index.html')
      form.set('preferCssPageSize', 'true')
      form.set('printBackground', 'true')
      try {
        const response = await fetch(url.convert, {
          method: 'POST',
          body: form,
          redirect: 'error',
          signal: signal ? AbortSignal.any([signal, late]) : late,
          ...(authorization ? { headers: authorization } : {}),
        })
        const pdf = Buffer.from(await response.arrayBuffer())
        if (!response.ok || !pdf.subarray(0, 5).equals(Buffer.from('%PDF-')))
          throw new Error(`The PDF service answered ${response.status}.`)
        return pdf
      } catch (cause) {
        signal?.throwIfAborted()
        throw Object.assign(new Refusal('UNAVAILABLE', noPdf), { cause })
      }
    },
    stop: async () => {},
  }
}

/** fetch takes no address with a name in it. */
function parts(address: string): { username: string; password: string; convert: string } {
  const url = new URL(address)
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  url.username = ''
  url.password = ''
  return { username, password, convert: `${url.href.replace(/\/+$/, '')}/forms/chromium/convert/html` }
}
