import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Mark } from '#shared/marks.ts'
import type { AttendanceCount } from './attendance.ts'
import type { Saved } from './attendanceSchool.ts'

const answer = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
})
const started = z.object({ startLectures: z.object({ items: z.array(z.object({ id: z.string() })) }) })
const attended = z.object({ attendLecture: z.object({ live: z.boolean(), myMark: z.string() }) })
const saved = z.object({ saveRegister: z.object({ register: z.object({ version: z.number() }) }) })

/** Time after which an entry counts as never answered, in milliseconds. */
const giveUpMs = 300_000

/** Returns the pages' calls by a person's token. An impossible answer counts as a violation. */
export function callsAs(url: string, schoolId: number, count: AttendanceCount) {
  return (token: string) => {
    /** undefined when the database was unavailable or the connection broke; a page retries then. */
    async function ask(query: string, input: object): Promise<unknown> {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables: { s: String(schoolId), i: input } }),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined)
      if (!response || response.status >= 500) return undefined
      const { data, errors } = answer.parse(await response.json())
      const code = errors?.[0]?.extensions?.code
      if (!errors) return data
      if (code !== 'UNAVAILABLE') throw new Error(`${code}: ${errors[0]?.message}`)
      return undefined
    }

    async function poll(query: string, input: object): Promise<unknown> {
      count.polls += 1
      try {
        const found = await ask(query, input)
        if (found === undefined) count.away += 1
        return found
      } catch (error) {
        // Signed out, not found, forbidden or unexpected: none of them is true.
        count.wrong.push(`A poll was answered ${String(error)}`)
        return undefined
      }
    }

    async function untilAnswered(query: string, input: object): Promise<unknown> {
      const end = AbortSignal.timeout(giveUpMs)
      for (let turn = 0; !end.aborted; turn++) {
        const found = await ask(query, input)
        if (found !== undefined) return found
        count.resent += 1
        await sleep(Math.min(1000, 100 * 2 ** turn))
      }
      throw new Error('The server did not answer any more.')
    }

    return {
      async start(of: { termId: number; classId: number; sectionId: number }): Promise<string[]> {
        const { termId, classId, sectionId } = of
        const items = [{ classId, sectionId, subjectId: 0, bookId: 0 }]
        const found = await untilAnswered(
          'mutation ($s: ID!, $i: StartLecturesInput!) { startLectures(schoolId: $s, input: $i) { items { id } } }',
          { key: randomUUID(), termId, items },
        )
        return started.parse(found).startLectures.items.map((item) => item.id)
      },
      now: (ids: string[]) =>
        poll('query ($s: ID!, $i: LecturesSeen!) { lecturesNow(schoolId: $s, input: $i) { live version marks } }', { ids }),
      settled: (id: string) =>
        untilAnswered('query ($s: ID!, $i: LecturesSeen!) { lecturesNow(schoolId: $s, input: $i) { live } }', { ids: [id] }),
      /** Returns the mark shown to the student. */
      async attend(id: string): Promise<string | undefined> {
        const found = await poll(
          'mutation ($s: ID!, $i: AttendInput!) { attendLecture(schoolId: $s, input: $i) { live myMark } }',
          { id },
        )
        return found === undefined ? undefined : attended.parse(found).attendLecture.myMark
      },
      /** Saves a register until it is acknowledged, always with its first request key. */
      async save(of: {
        sectionId: string
        studentIds: readonly string[]
        day: string
        seen: number
        values: Mark[]
      }): Promise<Saved | undefined> {
        const { sectionId, studentIds, day, seen, values } = of
        const marks = studentIds.map((studentId, index) => ({ studentId, value: values[index] }))
        try {
          const found = await untilAnswered(
            'mutation ($s: ID!, $i: SaveRegister!) { saveRegister(schoolId: $s, input: $i) { register { version } } }',
            { key: randomUUID(), sectionId, day, session: 'DAY', seen, marks },
          )
          return { day, values, version: saved.parse(found).saveRegister.register.version }
        } catch (error) {
          count.wrong.push(`The register of ${day} was refused: ${String(error)}`)
          return undefined
        }
      },
    }
  }
}
