import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import sharp from 'sharp'
import { signer } from '#scripts/signer.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'
import { benchAdmin, fill } from './fill.ts'
import { graphql } from './http.ts'
import { within } from './report.ts'
import { benchServer } from './server.ts'

const designDocument = `mutation ($s: ID!, $i: IdCardDesignSaving!) { saveIdCardDesign(schoolId: $s, input: $i) { id } }`
const orderDocument = `mutation ($s: ID!, $i: IdCardsOrder!) { orderIdCards(schoolId: $s, input: $i) { id } }`
const jobDocument = `query ($s: ID!, $i: DocumentOfId!) { documentJob(schoolId: $s, input: $i) { state done total failure files { size } } }`

const cards = 2000
/** Maximum time in seconds. */
const most = 60
/** Number of different pictures. Each is stored for several students, spread over the PDF. */
const faces = 200

interface Job {
  state: string
  done: number
  total: number
  failure: string | null
  files: { size: number }[]
}

/**
 * Measures ID cards of 2,000 students, each with a photo of 1024 pixels, from the order to the PDF: on A4 sheets and
 * one per page. Prints the peak memory of the server and, separately, of its child processes (the renderer's browser).
 */
export async function idCards(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const folder = temporaryFolder('photos')
  process.env.STORAGE_URL = pathToFileURL(folder).href
  const server = await benchServer()
  try {
    const { schoolId, termId, studentIds } = await fill(server.ownerUrl, server.appUrl, { schools: 1, students: cards })
    await givePhotos(server.ownerUrl, schoolId, studentIds, process.env.STORAGE_URL)
    const { url } = await server.serve()
    const token = await (await signer(server.ownerUrl, url))(await subjectOf(server.ownerUrl))
    const of = (input: object) => ({ s: String(schoolId), i: input })
    const order = async (name: string, input: object) => {
      const memory = watchMemory(server.pid())
      const begun = performance.now()
      const { orderIdCards } = (await graphql(
        url,
        token,
        orderDocument,
        of({ key: randomUUID(), sendLink: false, email: '', ...input }),
      )) as {
        orderIdCards: { id: string }
      }
      const { job, steps } = await finished(url, token, of({ id: orderIdCards.id }))
      const seconds = (performance.now() - begun) / 1000
      slowest = Math.max(slowest, seconds)
      const { own, started } = memory()
      say(
        `${name.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s   ${Math.round((job.files[0]?.size ?? 0) / 1e6)} MB   ` +
          `${steps} steps of progress   server ${own} MB, browser ${started} MB`,
      )
    }
    let slowest = 0
    say('from the order to its file')
    for (const layout of ['CLASSIC', 'PORTRAIT']) {
      const design = { id: null, seen: 0, name: layout, holder: 'STUDENT', layout, color: '#0b6e4f', fields, backText }
      const saved = (await graphql(url, token, designDocument, of({ ...design, validUntil: '2027-03-31', signature: true }))) as {
        saveIdCardDesign: { id: string }
      }
      const whose = { designId: saved.saveIdCardDesign.id, termId: String(termId), holder: 'STUDENT', withoutPhoto: 'PRINT' }
      await order(`${cards} cards, ${layout}, A4 sheets`, { ...whose, output: 'SHEET' })
      if (layout === 'CLASSIC') await order(`${cards} cards, ${layout}, one by one`, { ...whose, output: 'SINGLE' })
    }
    within(`the slowest ${cards} cards`, slowest, most)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const fields = ['CLASS', 'ROLL', 'REGISTER_NO', 'BIRTHDATE', 'BLOOD_GROUP', 'GUARDIAN', 'PHONE', 'ADDRESS', 'QR']
const backText = 'This card is the property of the school. If found, please return it to the school office.'

/** Fills the card's fields and stores a photo for every student, as an upload does. */
async function givePhotos(ownerUrl: string, schoolId: number, studentIds: readonly number[], storageUrl: string): Promise<void> {
  const pictures = await Promise.all(Array.from({ length: faces }, picture))
  const disk = await openStorage({ dataDir: '', storageUrl })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('update schools set qrcode = true where id = $1', [schoolId])
    await owner.query(
      `update students set birthdate = '2014-06-03', bloodgroup = 'B+', father_name = 'Rajendra Patil',
         address = 'Flat 12, Shree Ganesh Society, Karve Road, Kothrud, Pune 411038', photo_file = gen_random_uuid() where school_id = $1`,
      [schoolId],
    )
    await owner.query(
      `insert into files (school_id, id, purpose, content_type, size, created_by, attached)
         select school_id, photo_file, 'student-photo', 'image/jpeg', 100000, gen_random_uuid(), true from students where school_id = $1`,
      [schoolId],
    )
    const { rows } = await owner.query<{ photo: string }>(
      'select photo_file as photo from students where school_id = $1 order by id',
      [schoolId],
    )
    // Neighbours in a section are a hundred rows apart here, and get different pictures.
    for (const [place, { photo }] of rows.entries())
      await disk.put(
        storageKey(schoolId, photo),
        pictures[(place * 119 + Math.floor(place / 100) * 13) % faces] ?? Buffer.alloc(0),
      )
    if (rows.length !== studentIds.length) throw new Error('Some students have no photo.')
  } finally {
    await owner.end()
  }
}

/** Creates a picture as detailed as a photo: about 150 KB. */
async function picture(_: unknown, place: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 110 + place * 4, sigma: 60 } as const
  return sharp({ create: { width: 340, height: 340, channels: 3, background: '#888', noise } })
    .resize(1024, 1024)
    .jpeg({ quality: 85 })
    .toBuffer()
}

async function subjectOf(ownerUrl: string): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ subject: string }>('select subject from users where email = $1', [benchAdmin])
  await owner.end()
  return rows[0]?.subject ?? ''
}

async function finished(url: string, token: string, variables: object): Promise<{ job: Job; steps: number }> {
  const seen = new Set<number>()
  for (;;) {
    const { documentJob: job } = (await graphql(url, token, jobDocument, variables)) as { documentJob: Job }
    if (job.state === 'DONE') return { job, steps: seen.size }
    if (job.failure !== null) throw new Error(job.failure)
    if (job.total > 0) seen.add(job.done)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Watches memory and returns a function that reports the peak of a process and of its descendants, in megabytes. */
function watchMemory(pid: number): () => { own: number; started: number } {
  const most = { own: 0, started: 0 }
  const look = () => {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statusOf(Number(name)))
    const family = new Set([pid])
    // Processes are listed after their parents, with few exceptions, so two passes are enough.
    for (let turn = 0; turn < 2; turn++) for (const child of processes) if (family.has(child.parent)) family.add(child.id)
    const sum = (ids: (id: number) => boolean) =>
      Math.round(
        processes.filter(({ id }) => family.has(id) && ids(id)).reduce((all, { kilobytes }) => all + kilobytes, 0) / 1024,
      )
    most.own = Math.max(
      most.own,
      sum((id) => id === pid),
    )
    most.started = Math.max(
      most.started,
      sum((id) => id !== pid),
    )
  }
  const timer = setInterval(look, 250)
  return () => {
    clearInterval(timer)
    return most
  }
}

function statusOf(id: number): { id: number; parent: number; kilobytes: number }[] {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8')
    const parent = Number(/PPid:\s+(\d+)/.exec(status)?.[1] ?? 0)
    // Anonymous memory, so that memory shared by a browser's processes is not counted for each of them.
    return [{ id, parent, kilobytes: Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) }]
  } catch {
    // The process has ended meanwhile.
    return []
  }
}
