import { matchPrecache } from 'workbox-precaching'
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js'
import { wishedLanguage } from '#shared/wishedLanguage.ts'
import { screenPages } from '#shared/screenFiles.ts'
import { ownLanguage, ownPage } from './ownFiles.ts'

/** Headers that describe how the text was sent: the answer is made anew. */
const headersOfSending = ['content-encoding', 'content-length', 'etag', 'transfer-encoding']

/**
 * Answers every address with the stored page, which names the files of the address's screen. Else the browser would
 * learn of the frame's files only when the first ones have run, and of the screen's after those.
 */
export async function answerPage({ url, request }: RouteHandlerCallbackOptions): Promise<Response> {
  if (((await wishedLanguage()) ?? ownLanguage) !== ownLanguage) {
    // The person has just chosen another language, and its product is not stored yet.
    const fresh = await fetch(request).catch(() => undefined)
    if (fresh?.ok) return fresh
  }
  const stored = (await matchPrecache(ownPage)) ?? (await fetch(ownPage))
  const headers = new Headers(stored.headers)
  for (const name of headersOfSending) headers.delete(name)
  const pageOf = screenPages(await stored.text(), 'rel="stylesheet"')
  return new Response(pageOf(url.pathname), { status: stored.status, headers })
}
