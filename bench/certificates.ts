import { randomUUID } from 'node:crypto'
import { completeFields } from '#domains/certificates/certificates.rules.ts'
import { maharashtra } from '#domains/certificates/formats/maharashtra.ts'
import { Database } from '#platform/database/connect.ts'
import { benchAdmin, benchPassword, fill } from './fill.ts'
import { graphql } from './http.ts'
import { within } from './report.ts'
import { benchServer } from './server.ts'

const draftDocument = `query ($s: ID!, $i: CertificateDraftView!) { certificateDraft(schoolId: $s, input: $i) {
  format { version } fields { name value } } }`
const issueDocument = `mutation ($s: ID!, $i: CertificateIssue!) { issueCertificate(schoolId: $s, input: $i) { id } }`

interface Draft {
  format: { version: number }
  fields: { name: string; value: string }[]
}

/** Number of measured certificates, one after the other. An uncounted first one starts the renderer. */
const turns = 20
/** Maximum time from the click on 'Generate' to the PDF, in seconds. */
const most = 1

/**
 * Measures leaving certificates of Maharashtra's ready-made format in a school of 2,000 students, from issue to PDF.
 */
export async function certificates(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const server = await benchServer()
  try {
    const { schoolId, studentIds } = await fill(server.ownerUrl, server.appUrl, { schools: 1, students: 2000 })
    const formatId = String(await addFormat(server.appUrl, schoolId))
    const { url, token: signIn } = await server.serve()
    const token = await signIn(benchAdmin, benchPassword)
    const of = (input: object) => ({ s: String(schoolId), i: input })
    const issued: number[] = []
    const printed: number[] = []
    for (const id of studentIds.slice(0, turns + 1)) {
      const whose = { formatId, studentId: String(id) }
      const { certificateDraft } = (await graphql(url, token, draftDocument, of(whose))) as { certificateDraft: Draft }
      const values = certificateDraft.fields.map(({ name, value }) => ({ name, value: value || 'Kothrud' }))
      const begun = performance.now()
      const input = { ...whose, key: randomUUID(), formatVersion: certificateDraft.format.version, values, disableStudent: true }
      const answer = (await graphql(url, token, issueDocument, of(input))) as { issueCertificate: { id: string } }
      issued.push(performance.now() - begun)
      await print(url, token, { schoolId: String(schoolId), certificateId: answer.issueCertificate.id })
      printed.push(performance.now() - begun)
    }
    say(`the first, with the renderer's start       ${Math.round(printed[0] ?? 0)} ms`)
    say(`issued                                 p50 ${middle(issued.slice(1))} ms`)
    say(`issued, and its PDF                    p50 ${middle(printed.slice(1))} ms`)
    within('the slowest certificate', Math.max(...printed.slice(1)) / 1000, most)
  } finally {
    await server.stop()
  }
}

async function addFormat(appUrl: string, schoolId: number): Promise<number> {
  const database = new Database(appUrl, { onError: () => undefined, connections: 1 })
  try {
    return await database.transaction(schoolId, async (db) => {
      const { id } = await db
        .insertInto('certificateFormats')
        .values({
          schoolId,
          name: maharashtra.name,
          format: JSON.stringify(maharashtra.format),
          changedByName: 'Bench',
          fields: JSON.stringify(completeFields(maharashtra.format, [])),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  } finally {
    await database.close()
  }
}

async function print(url: string, token: string, params: object): Promise<void> {
  const response = await fetch(`${url}/files/generatePdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...params, document: 'leavingCertificate' }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok || bytes.subarray(0, 5).toString() !== '%PDF-')
    throw new Error(`The server answered ${response.status} ${bytes.toString().slice(0, 300)}`)
}

function middle(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
}
