import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import PostalMime from 'postal-mime'
import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { demoPassword } from '../e2e/demoPassword.ts'
import { graphqlClient } from '../e2e/graphqlClient.ts'
import { queryDatabase } from '../e2e/queryDatabase.ts'
import { pdfText } from '../pdfText.ts'
import { attacks } from './attacks.ts'
import { enter, type Known } from './walk.ts'

interface Given {
  known: Known
  prepare: (page: Page) => Promise<void>
  look: (page: Page, where: string) => Promise<void>
}

type Ask = ReturnType<typeof graphqlClient>

const demo = '1'
const squeezed = (text: string) => text.replaceAll(/\s/g, '')

/** Throws unless the text shows a whole attack, character by character, so that it was not interpreted. */
function hasAttack(what: string, text: string): void {
  const there = squeezed(text)
  if (!attacks.some((attack) => there.includes(squeezed(attack)))) throw new Error(`The ${what} shows no attack as a text.`)
}

/** Throws if a cell would be computed by a spreadsheet program. */
function isInert(what: string, format: string, bytes: Uint8Array): void {
  if (format === 'CSV') {
    const text = strFromU8(bytes)
    const cells = (parse(text, { bom: true, relaxColumnCount: true }) as string[][]).flat()
    const formula = cells.find((cell) => /^[=+\-@\t\r]/.test(cell) && !/^[-+]?[\d.,]+%?$/.test(cell))
    if (formula !== undefined) throw new Error(`${what}: a cell of the CSV begins as a formula: ${formula.slice(0, 60)}`)
    return hasAttack(`${what} (CSV)`, cells.join(' '))
  }
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)] as const)
  for (const [name, text] of parts)
    if (/<f[ >]|<hyperlink|externalLink/i.test(text))
      throw new Error(`${what}: ${name} of the spreadsheet holds a formula or a link.`)
  const texts = parts.map(([, text]) => text.replaceAll(/<[^>]*>/g, ' ')).join(' ')
  const plain = texts.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'")
  hasAttack(`${what} (spreadsheet)`, plain.replaceAll('&amp;', '&'))
}

/** Orders a report and a section's ID cards, and checks each of their files. */
async function documents(ask: Ask): Promise<number> {
  const [place] = await queryDatabase<{ section: string; class: string; term: string; design: string }>(
    `select s.id as section, s.class_id as class, t.id as term, (select id from id_card_designs where school_id = 1 and holder = 'STUDENT' limit 1) as design
       from enrolments e join sections s on s.school_id = e.school_id and s.id = e.section_id
       join terms t on t.school_id = e.school_id and t.id = e.term_id and t.current where e.school_id = 1 order by e.id desc limit 1`,
    [],
  )
  const order = async (name: string, type: string, input: object) => {
    const answer = await ask<Record<string, { id: string }>>(
      `mutation Order($schoolId: ID!, $input: ${type}!) { ${name}(schoolId: $schoolId, input: $input) { id } }`,
      { schoolId: demo, input: { key: randomUUID(), sendLink: false, email: '', ...input } },
    )
    return answer[name]?.id ?? ''
  }
  const end = addDays(schoolDay(new Date()), -1)
  const ordered = [
    await order('orderReport', 'ReportOrder', {
      reportType: 'condensed',
      section: place?.section,
      currentTerm: place?.term,
      start: addDays(end, -30),
      end,
    }),
    await order('orderIdCards', 'IdCardsOrder', {
      holder: 'STUDENT',
      output: 'SHEET',
      withoutPhoto: 'PRINT',
      designId: place?.design,
      classId: place?.class,
      sectionId: place?.section,
      termId: place?.term,
    }),
  ]
  let made = 0
  for (const id of ordered) {
    const job = await finished(ask, id)
    // JSON is the screen's data, not a document.
    for (const { format, url } of job.files.filter((file) => file.format !== 'JSON')) {
      const answer = await fetch(new URL(url, process.env.E2E_URL))
      if (!answer.ok) throw new Error(`No ${job.title}: ${answer.status}`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (format === 'PDF') hasAttack(job.title, (await pdfText(bytes)).text)
      else isInert(job.title, format, bytes)
      made += 1
    }
  }
  return made
}

async function finished(ask: Ask, id: string): Promise<{ title: string; files: { format: string; url: string }[] }> {
  for (let tried = 0; tried < 240; tried += 1) {
    const { documentJob } = await ask<{
      documentJob: { title: string; state: string; files: { format: string; url: string }[] }
    }>(
      'query Job($schoolId: ID!, $input: DocumentOfId!) { documentJob(schoolId: $schoolId, input: $input) { title state files { format url } } }',
      { schoolId: demo, input: { id } },
    )
    if (documentJob.files.length > 0) return documentJob
    if (documentJob.state === 'FAILED') throw new Error(`${documentJob.title} was not made.`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`The document ${id} was not made in two minutes.`)
}

/** Types every attack into a certificate format, besides the stored ones, and checks the print preview. */
async function editor(page: Page, formatId: string, look: Given['look']): Promise<void> {
  await enter(page, 'superadmin')
  await page.goto(`/students?tab=certificates&part=format&format=${formatId}`)
  const paper = page.getByRole('textbox', { name: 'The paper' })
  await paper.click()
  await look(page, 'format of a certificate')
  for (const attack of attacks) {
    // Inserted at once: typed key by key, a tab in it would leave the editor.
    await page.keyboard.insertText(attack)
    await page.keyboard.press('Enter')
  }
  await expect(paper).toContainText(attacks[1] ?? '')
  await look(page, 'editor of certificates')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog').getByRole('article')).toContainText(attacks[1] ?? '')
  await look(page, 'preview of a certificate')
}

/**
 * Checks everything that leaves the product. Documents, reports and cards must show texts as they were typed, and
 * tables must compute nothing. Sent mails are opened in a browser that blocks nothing. Also checks the certificate
 * editor.
 * @returns the number of documents checked
 */
export async function papers(browser: Browser, { known, prepare, look }: Given): Promise<number> {
  const base = process.env.E2E_URL ?? ''
  const cookie = await passwordSignIn(base, { email: 'superadmin@shala.test', password: demoPassword })
  const { accessToken } = await codeExchange(base, cookie)
  const [format] = await queryDatabase<{ id: string }>('select id from certificate_formats where school_id = 1 limit 1', [])
  let made = 0
  for (const body of [
    { document: 'receipt', paymentId: known.payment, key: randomUUID() },
    { document: 'leavingCertificate', certificateId: known.certificateId },
    { document: 'leavingCertificatePreview', formatId: format?.id, studentId: known.student, values: [] },
  ]) {
    const answer = await fetch(`${base}/files/generatePdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ ...body, schoolId: 1 }),
    })
    if (!answer.ok) throw new Error(`No ${body.document}: ${answer.status} ${await answer.text()}`)
    const { text } = await pdfText(new Uint8Array(await answer.arrayBuffer()))
    // An issued certificate keeps its texts from the issue; the others show current texts.
    if (body.document !== 'leavingCertificate') hasAttack(body.document, text)
    made += 1
  }
  made += await documents(graphqlClient(accessToken))

  const context = await browser.newContext({ baseURL: base, serviceWorkers: 'block' })
  const page = await context.newPage()
  await prepare(page)
  await editor(page, format?.id ?? '', look)
  made += 2

  await fetch(`${base}/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ email: 'fees@shala.test', redirectTo: '/reset-password' }),
  })
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  const mails = await context.newPage()
  await prepare(mails)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const { html } = await PostalMime.parse(readFileSync(join(folder, name)))
    if (html === undefined) continue
    await mails.setContent(html)
    await look(mails, `mail ${name}`)
    made += 1
  }
  await context.close()
  return made
}
