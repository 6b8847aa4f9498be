import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { signer } from '#scripts/signer.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import { graphql } from './http.ts'
import { fillRegisters } from './liveRegisters.ts'
import { within } from './report.ts'
import { benchServer } from './server.ts'

const orderDocument = `mutation ($s: ID!, $i: ReportOrder!) { orderReport(schoolId: $s, input: $i) { id } }`
const jobDocument = `query ($s: ID!, $i: DocumentOfId!) { documentJob(schoolId: $s, input: $i) {
  state failure files { format size url } } }`

/** Maximum seconds of reports of the whole school: of its term, and a detailed one of a month of the calendar. */
const most = { condensed: 5, progressive: 4, detailed: 5 }
/** Each of them is made this many times, and the slowest counts. */
const turns = 3

interface Job {
  state: string
  failure: string | null
  files: { format: string; size: number; url: string }[]
}

/**
 * Measures reports of a whole school's term of 100 days: 5,000 students in 100 sections, 500,000 marks. Measures from
 * the order until PDF, spreadsheet and data can be downloaded, polling every 0.1 s. The first report starts the
 * renderer.
 */
export async function reports(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const server = await benchServer()
  try {
    const school = await fillRegisters(server)
    const { url } = await server.serve()
    const token = await (await signer(server.ownerUrl, url))(school.subject)
    const today = schoolDay(new Date())
    const made = async (reportType: string, section: string, { start, end }: { start: Day; end: Day }): Promise<number> => {
      const begun = performance.now()
      const input = { key: randomUUID(), reportType, section, currentTerm: String(school.termId), start, end }
      const variables = { s: String(school.id), i: { ...input, sendLink: false, email: '' } }
      const { orderReport } = (await graphql(url, token, orderDocument, variables)) as { orderReport: { id: string } }
      const job = await finished(url, token, String(school.id), orderReport.id)
      const seconds = (performance.now() - begun) / 1000
      const sizes = job.files.map((file) => `${file.format} ${Math.round(file.size / 1024)} KB`).join(', ')
      say(
        `${`${reportType}, ${section === 'all' ? 'all sections' : 'a section'}`.padEnd(34)} ${seconds.toFixed(2).padStart(6)} s   ${sizes}`,
      )
      return seconds
    }
    const [one] = school.sections
    const term = { start: school.from, end: today }
    // A month of registers in two months of the calendar, each with pages of its own.
    const days31 = { start: addDays(today, -30), end: today }
    say('from the order to its files')
    await made('attention', String(one?.id), days31)
    const slowest = { condensed: 0, progressive: 0, detailed: 0 }
    for (const type of ['condensed', 'progressive', 'detailed'] as const)
      for (let turn = 0; turn < turns; turn++)
        slowest[type] = Math.max(slowest[type], await made(type, 'all', type === 'detailed' ? lastMonth(today) : term))
    say('31 days in two months:')
    await made('detailed', 'all', days31)
    await made('attention', 'all', term)
    await made('detailed', String(one?.id), days31)
    for (const type of ['condensed', 'progressive', 'detailed'] as const)
      within(`the slowest ${type} report`, slowest[type], most[type])
    say(`memory of the server: ${await memory(server.pid())} MB at most`)
  } finally {
    await server.stop()
  }
}

/** Returns the last whole month before a day. */
function lastMonth(day: Day): { start: Day; end: Day } {
  const end = addDays(`${day.slice(0, 7)}-01`, -1)
  return { start: `${end.slice(0, 7)}-01`, end }
}

async function finished(url: string, token: string, school: string, id: string): Promise<Job> {
  for (;;) {
    const { documentJob } = (await graphql(url, token, jobDocument, { s: school, i: { id } })) as { documentJob: Job }
    if (documentJob.state === 'DONE') return documentJob
    if (documentJob.failure !== null) throw new Error(documentJob.failure)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Returns a process's peak memory in megabytes. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
