import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { codeExchange, passwordSignIn, refresh } from '#scripts/codeExchange.ts'
import { signer } from '#scripts/signer.ts'
import type { Person } from './asking.ts'
import { nothingAcknowledged, turnsOf } from './mixedLoad.ts'
import { Refused } from './publicCalls.ts'
import { chanceOf } from './random.ts'
import type { RollingSchool } from './rollingSchool.ts'

/** Number of requests sent, and those that failed. */
export interface Requests {
  sent: number
  failed: string[]
}

const answer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
})
const started = z.object({ startLectures: z.object({ items: z.array(z.object({ id: z.string() })) }) })

/** People at work. Nobody repeats a failed request: each failure counts. */
export interface Crowd {
  stop(): Promise<void>
}

/**
 * Starts people at one URL: payments, registers, a polled live lecture, sign-ins and renewed tokens, the page and its
 * files.
 *
 * @param base the URL that people type, which the tokens name
 * @param pages whether the server serves the browser side
 */
export async function crowdAt(
  base: string,
  { set, password, lecture, ownerUrl }: RollingSchool & { ownerUrl: string },
  requests: Requests,
  seed: number,
  pages: boolean,
): Promise<Crowd> {
  const over = new AbortController()

  async function counted(name: string, url: string, init: RequestInit = {}): Promise<Response> {
    requests.sent += 1
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) }).catch((error: Error) => {
      const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
      requests.failed.push(`${name} ${base}: ${code ?? message}`)
      throw error
    })
    if (response.status >= 400)
      requests.failed.push(`${name} ${base}: ${response.status} ${response.headers.get('x-reason') ?? ''}`)
    return response
  }

  function person(token: string): Person {
    const once = async (query: string, input: object) => {
      const response = await counted('graphql', `${base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables: { s: String(set.school.id), i: input } }),
      })
      const { data, errors } = answer.parse(await response.json())
      const [error] = errors ?? []
      if (!error) return { data }
      const code = error.extensions?.code ?? 'NONE'
      // Two clerks work on the same student: the second must look again.
      if (code !== 'CONFLICT') requests.failed.push(`graphql ${base}: ${code} ${error.message}`)
      throw new Refused(code, error.message)
    }
    return { once, ask: async (query, input) => (await once(query, input)).data, put: async () => false }
  }

  async function addressed(renewals = 3): Promise<void> {
    // Families have different addresses.
    const from = `10.${chance.whole(0, 255)}.${chance.whole(0, 255)}.${chance.whole(1, 254)}`
    const as = (url: string, init: RequestInit = {}) =>
      counted('sign-in', url, { ...init, headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': from } })
    const cookie = await passwordSignIn(base, { email: 'clerk@rolling.test', password }, as)
    let tokens = await codeExchange(base, cookie, as)
    for (let turn = 0; turn < renewals && !over.signal.aborted; turn += 1) {
      await sleep(200)
      tokens = await refresh(base, tokens.refreshToken, as)
    }
  }

  const chance = chanceOf(seed, base.length)
  // The service creates its key with the first token, and would take an existing foreign key for its own.
  await addressed(0)
  const sign = await signer(ownerUrl, base)
  const { subjects } = set.school
  const as = async (subject = '') => person(await sign(subject))
  const [clerk, admin, teacher] = [await as(subjects.fees), await as(subjects.admin), await as(subjects.teacher)]
  const turns = turnsOf(set, { clerk, admin, superadmin: admin, turning: admin }, nothingAcknowledged(), { legacy: 0 })
  const begun = await teacher.ask(
    'mutation ($s: ID!, $i: StartLecturesInput!) { startLectures(schoolId: $s, input: $i) { items { id } } }',
    { key: randomUUID(), termId: String(set.school.termId), items: [lecture.of] },
  )
  const ids = started.parse(begun).startLectures.items.map((item) => item.id)
  const pupils = await Promise.all(lecture.pupils.map((pupil) => as(pupil.subject)))
  const attend = 'mutation ($s: ID!, $i: AttendInput!) { attendLecture(schoolId: $s, input: $i) { live myMark } }'
  const now = 'query ($s: ID!, $i: LecturesSeen!) { lecturesNow(schoolId: $s, input: $i) { live version marks } }'
  const page = async () =>
    [...(await (await counted('page', `${base}/`)).text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  // Those of a page that stays open all the time, and of the one that was loaded last.
  const opened = pages ? await page() : []
  let latest = opened

  const work: (readonly [every: number, () => Promise<unknown>])[] = [
    [300, () => turns.clerk(chance)],
    [400, () => turns.teacher(chance)],
    [300, () => teacher.ask(now, { ids })],
    ...pupils.map((pupil) => [500, () => pupil.ask(attend, { id: ids[0] })] as const),
    [800, () => addressed()],
    [200, async () => (await counted('live', `${base}/health/live`)).body?.cancel()],
    ...(pages
      ? [
          [300, async () => void (latest = await page())] as const,
          [100, async () => (await counted('part', base + chance.pick([...opened, ...latest]))).arrayBuffer()] as const,
        ]
      : []),
  ]

  async function again(every: number, turn: () => Promise<unknown>): Promise<void> {
    while (!over.signal.aborted) {
      // The failure was counted already.
      await turn().catch(() => undefined)
      await sleep(chance.whole(0, 2 * every), undefined, { signal: over.signal }).catch(() => undefined)
    }
  }
  const all = work.map(([every, turn]) => again(every, turn))

  return {
    stop: async () => {
      over.abort()
      await Promise.all(all)
    },
  }
}
