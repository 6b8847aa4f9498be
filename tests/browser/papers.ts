import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { codeExchange, passwordSignIn } from '../../scripts/codeExchange.ts'
import { demoPassword } from '../e2e/signIn.ts'
import { pdfText } from '../pdfText.ts'
import type { Known } from './walk.ts'

interface Given {
  known: Known
  prepare: (page: Page) => Promise<void>
  look: (page: Page, where: string) => Promise<void>
}

/**
 * What leaves the product: the papers the server draws, whose texts must be there as they were typed, and the mails it has sent, opened
 * as a browser opens them that blocks nothing.
 * @returns how many were looked at
 */
export async function papers(browser: Browser, { known, prepare, look }: Given): Promise<number> {
  const base = process.env.E2E_URL ?? ''
  const cookie = await passwordSignIn(base, { email: 'superadmin@shala.test', password: demoPassword })
  const { accessToken } = await codeExchange(base, cookie)
  let made = 0
  for (const body of [
    { document: 'receipt', paymentId: known.payment, key: crypto.randomUUID() },
    { document: 'leavingCertificate', certificateId: known.certificateId },
  ]) {
    const answer = await fetch(`${base}/files/generatePdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ ...body, schoolId: 1 }),
    })
    if (!answer.ok) throw new Error(`No ${body.document}: ${answer.status} ${await answer.text()}`)
    const { text } = await pdfText(new Uint8Array(await answer.arrayBuffer()))
    // What a certificate says was settled when it was issued; the receipt is drawn of what stands there now.
    if (body.document === 'receipt' && !/__xss|data-xss|javascript:/.test(text))
      throw new Error('The receipt shows no attack as a text.')
    made += 1
  }

  await fetch(`${base}/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ email: 'fees@shala.test', redirectTo: '/reset-password' }),
  })
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  const context = await browser.newContext()
  const page = await context.newPage()
  await prepare(page)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const { html } = await PostalMime.parse(readFileSync(join(folder, name)))
    if (html === undefined) continue
    await page.setContent(html)
    await look(page, `mail ${name}`)
    made += 1
  }
  await context.close()
  return made
}
