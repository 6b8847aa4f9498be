import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { TestSchool } from '../world/testWorld.ts'

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
/** Maximum duration of an order, in milliseconds. */
const giveUpMs = 300_000
const beginnings: Readonly<Record<string, string>> = { PDF: '%PDF-', XLSX: 'PK', JSON: '{' }

/** Returns a person who orders reports and fetches them, repeating requests without an answer. */
export function clerkOf(url: string, school: TestSchool, token: string) {
  async function ask(query: string, input: object): Promise<z.output<typeof job> | undefined> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables: { s: String(school.id), i: input } }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    if (!response || response.status >= 500) return undefined
    // The server was killed in the middle of its response.
    const body: unknown = await response.json().catch(() => undefined)
    if (body === undefined) return undefined
    const { data, errors } = answer.parse(body)
    if (errors && errors[0]?.extensions?.code !== 'UNAVAILABLE')
      throw new Error(`${errors[0]?.extensions?.code}: ${errors[0]?.message}`)
    return data?.job
  }

  async function until(ready: (found: z.output<typeof job>) => boolean, query: string, input: object) {
    for (const end = AbortSignal.timeout(giveUpMs); !end.aborted; await sleep(100)) {
      const found = await ask(query, input)
      if (found && ready(found)) return found
    }
    throw new Error('An order has not come to its end.')
  }

  const markers = new Map<string, string>()
  const named = (found: z.output<typeof job>): Finished => ({ ...found, marker: markers.get(found.id) ?? '' })
  const poll = `query($s: ID!, $i: DocumentOfId!) { job: documentJob(schoolId: $s, input: $i) ${fields} }`

  return {
    /** Orders a report, repeating with the same key until it is answered, and waits until it is done or has failed. */
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
    /** Returns the order when its mail is sent or has failed too. */
    settled: async (id: string): Promise<Finished> =>
      named(await until(({ mailState }) => mailState === 'SENT' || mailState === 'FAILED', poll, { id })),
    /** Returns the problems of a finished document's files. */
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
