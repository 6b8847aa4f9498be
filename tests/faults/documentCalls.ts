import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { TestSchool } from '../world.ts'

const file = z.object({ format: z.string(), url: z.string(), size: z.number() })
const job = z.object({
  id: z.string(),
  state: z.string(),
  failure: z.string().nullable(),
  mailState: z.string().nullable(),
  files: z.array(file),
})
const answer = z.object({
  data: z.object({ job }).nullish(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
})

export type Finished = z.output<typeof job> & { marker: string }
export type Clerk = ReturnType<typeof clerkOf>

const fields = '{ id state failure mailState files { format url size } }'
/** So long one order may take before the run is given up. */
const statementTimeoutMs = 240_000
const beginnings: Readonly<Record<string, string>> = { PDF: '%PDF-', XLSX: 'PK', JSON: '{' }

/** A person who orders reports and comes back for them, whether or not the server answers at first. */
export function clerkOf(url: string, school: TestSchool, token: string) {
  async function ask(query: string, input: object): Promise<z.output<typeof job> | undefined> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables: { s: String(school.id), i: input } }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    if (!response || response.status >= 500) return undefined
    // A server that is killed in the middle of its answer.
    const body: unknown = await response.json().catch(() => undefined)
    if (body === undefined) return undefined
    const { data, errors } = answer.parse(body)
    if (errors && errors[0]?.extensions?.code !== 'UNAVAILABLE')
      throw new Error(`${errors[0]?.extensions?.code}: ${errors[0]?.message}`)
    return data?.job
  }

  async function until(ready: (found: z.output<typeof job>) => boolean, query: string, input: object) {
    for (const end = Date.now() + statementTimeoutMs; Date.now() < end; await sleep(100)) {
      const found = await ask(query, input)
      if (found && ready(found)) return found
    }
    throw new Error('An order has not come to its end.')
  }

  const markers = new Map<string, string>()
  const named = (found: z.output<typeof job>): Finished => ({ ...found, marker: markers.get(found.id) ?? '' })
  const poll = `query($s: ID!, $i: DocumentOfId!) { job: documentJob(schoolId: $s, input: $i) ${fields} }`

  return {
    /** Orders a report, again with the same key until it is answered, and waits until it is done or given up. */
    order: async (nth: number): Promise<Finished> => {
      const day = schoolDay(new Date())
      const input = {
        key: randomUUID(),
        reportType: nth % 2 === 0 ? 'condensed' : 'detailed',
        section: 'all',
        sendLink: true,
        currentTerm: String(school.termId),
        start: addDays(day, -60 - nth),
        end: day,
        email: 'head@own.test',
      }
      const { id } = await until(
        () => true,
        `mutation($s: ID!, $i: ReportOrder!) { job: orderReport(schoolId: $s, input: $i) ${fields} }`,
        input,
      )
      markers.set(id, `link=${school.id}-${id}-`)
      return named(await until((found) => found.state === 'DONE' || found.state === 'FAILED', poll, { id }))
    },
    /** The order once its mail has come to its end too. */
    settled: async (id: string): Promise<Finished> =>
      named(await until(({ mailState }) => mailState === 'SENT' || mailState === 'FAILED', poll, { id })),
    /** What is wrong with the files of a document that is done. */
    problemsOf: async ({ files }: Finished): Promise<string[]> => {
      const wrong = files.length === 3 ? [] : [`A document has ${files.length} files.`]
      for (const { format, url: path, size } of files) {
        const bytes = Buffer.from(await (await fetch(`${url}${path}`)).arrayBuffer())
        const begins = beginnings[format] ?? ''
        if (bytes.length !== size || bytes.subarray(0, begins.length).toString() !== begins)
          wrong.push(`The ${format} of a document is not one: ${bytes.length} bytes of ${size}.`)
      }
      return wrong
    },
  }
}
