import { randomUUID } from 'node:crypto'
import { createAccounts, giveOwnPassword } from '#platform/auth/accounts.ts'
import { Database } from '#platform/database/connect.ts'
import { writeCsv } from '#shared/csv.ts'
import { tableFromCells, spreadsheetType, writeSpreadsheet } from '#shared/sheet.ts'
import { benchPassword, fill } from './fill.ts'
import { graphql } from './http.ts'
import { within } from './report.ts'
import { benchServer } from './server.ts'

const email = 'super@bench.test'
const size = { students: 10_000, years: 3 }
/** Maximum time from choosing the file to the finished import, in seconds. */
const most = 30
/** Interval of the browser's progress poll, in milliseconds. */
const pollMs = 1000

const requestDocument = `mutation ($s: ID!, $i: UploadRequest!) { requestUpload(schoolId: $s, input: $i) { fileId url } }`
const importDocument = `mutation ($s: ID!, $i: LegacyOrder!) { importLegacy(schoolId: $s, input: $i) { id } }`
const askDocument = `query ($s: ID!, $i: LegacyImportOfId!) { legacyImport(schoolId: $s, input: $i) {
  state failure problems { row column message } report { students places knownByLegacyId } } }`

interface Asked {
  state: string
  report: { students: number; places: number; knownByLegacyId: number } | null
}

/**
 * Measures a legacy import of 10,000 students with three years each, 30,000 rows, with accounts for all of them: as
 * CSV, the same file again, and the same size as a spreadsheet.
 */
export async function legacy(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId } = await fill(server.ownerUrl, server.appUrl, { schools: 1, students: 2000 })
    await prepare(server.appUrl, schoolId)
    const { url, token: signIn } = await server.serve()
    const token = await signIn(email, benchPassword)
    const bring = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<{ seconds: number; asked: Asked }> => {
      const begun = performance.now()
      const of = (input: object) => ({ s: String(schoolId), i: input })
      const { requestUpload } = (await graphql(
        url,
        token,
        requestDocument,
        of({ purpose: 'legacy-import', contentType, size: bytes.length }),
      )) as { requestUpload: { fileId: string; url: string } }
      const sent = await fetch(`${url}${requestUpload.url}`, {
        method: 'PUT',
        headers: { 'content-type': contentType },
        body: new Blob([bytes]),
      })
      if (!sent.ok) throw new Error(`The server answered ${sent.status} ${await sent.text()}`)
      const order = { key: randomUUID(), fileId: requestUpload.fileId, fileName: 'old' }
      const { importLegacy } = (await graphql(url, token, importDocument, of(order))) as { importLegacy: { id: string } }
      for (;;) {
        const { legacyImport } = (await graphql(url, token, askDocument, of(importLegacy))) as { legacyImport: Asked }
        if (legacyImport.state === 'DONE') return { seconds: (performance.now() - begun) / 1000, asked: legacyImport }
        if (legacyImport.state === 'FAILED') throw new Error(JSON.stringify(legacyImport).slice(0, 500))
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
    }
    const csv = new TextEncoder().encode(writeCsv(rowsOf('C')))
    const first = await bring(csv, 'text/csv')
    process.stdout.write(`${JSON.stringify(first.asked.report)}, ${Math.round(csv.length / 1000)} KB\n`)
    within('10,000 students of three years, CSV', first.seconds, most)
    const again = await bring(csv, 'text/csv')
    process.stdout.write(`${JSON.stringify(again.asked.report)}\n`)
    within('the same file again', again.seconds, most)
    const sheet = await bring(await writeSpreadsheet([tableFromCells('Students', rowsOf('X'))]), spreadsheetType)
    within('10,000 others, spreadsheet', sheet.seconds, most)
  } finally {
    await server.stop()
  }
}

/** Adds a super administrator, and lets the school's students sign in. */
async function prepare(appUrl: string, schoolId: number): Promise<void> {
  const database = new Database(appUrl, { onError: () => undefined, connections: 1 })
  try {
    await database.transaction(0, async (db) => {
      const person = { schoolId: 0, name: 'Bench Super', email, phone: benchPassword, role: 'SUPERADMIN' }
      const { id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow()
      const subjects = await createAccounts(db, [{ email, name: person.name, schoolId: 0, userId: id }])
      await giveOwnPassword(db, subjects, benchPassword)
      await db
        .updateTable('schools')
        .set({ qrcode: true, studentEmail: '{register_no}@bench.test' })
        .where('id', '=', schoolId)
        .execute()
    })
  } finally {
    await database.close()
  }
}

/** Returns header and rows. Student n is in one of 100 sections in each year. */
function rowsOf(tag: string): string[][] {
  const header = ['legacy_id', 'term', 'class', 'section', 'roll', 'name', 'phone', 'registerNo', 'birthdate', 'gender']
  const more = [
    'fatherName',
    'motherName',
    'address',
    'religion',
    'caste',
    'motherTongue',
    'dateOfAdmission',
    'rfid',
    'loginEmail',
  ]
  const rows = Array.from({ length: size.students * size.years }, (_, place) => {
    const [n, year] = [Math.floor(place / size.years), place % size.years]
    const section = 'ABCDE'[Math.floor(n / 20) % 5] ?? 'A'
    return [
      `${tag}${n}`,
      `${2024 + year}-${25 + year}`,
      String((n % 20) + year),
      section,
      String(1 + Math.floor(n / 100)),
      `Student ${tag} Number${n}`,
      `98${String((n * 7919) % 100_000_000).padStart(8, '0')}`,
      `${tag}${n}`,
      '01/06/2014',
      n % 2 ? 'MALE' : 'FEMALE',
      `Father ${n}`,
      `Mother ${n}`,
      `${n} Some Road, Kothrud, Pune`,
      'Hindu',
      'Maratha',
      'Marathi',
      '15/06/2020',
      `${tag}${n}`,
      `${tag}${n}@typed.test`,
    ]
  })
  return [[...header, ...more], ...rows]
}
