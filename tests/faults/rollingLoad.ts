import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { codeExchange, passwordSignIn, refresh } from '#scripts/codeExchange.ts'
import { signer } from '#scripts/signer.ts'
import { webFolder } from '#app/webBuild.ts'
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
  /** Finishes running requests and sends no others until {@link Crowd.resume}. */
  pause(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

/**
 * Starts people at one URL: payments, registers, a polled live lecture, sign-ins and renewed tokens, the page and its
 * files.
 * @param issuer the URL that people type, which the tokens name
 */
export async function crowdAt(
  base: string,
  issuer: string,
  { set, password, lecture, ownerUrl }: RollingSchool & { ownerUrl: string },
  requests: Requests,
  seed: number,
): Promise<Crowd> {
  const under = new Set<Promise<unknown>>()
  const over = new AbortController()
  let paused = Promise.withResolvers<undefined>()
  paused.resolve(undefined)

  async function counted(name: string, url: string, init: RequestInit = {}): Promise<Response> {
    requests.sent += 1
    const response = await fetch(url.replace(issuer, base), { ...init, signal: AbortSignal.timeout(30_000) }).catch(
      (error: Error) => {
        const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
        requests.failed.push(`${name} ${base}: ${code ?? message}`)
        throw error
      },
    )
    if (response.status >= 400)
      requests.failed.push(`${name} ${base}: ${response.status} ${response.headers.get('x-reason') ?? ''}`)
    return response
  }

  function person(token: string): Person {
    const once = async (query: string, input: object) => {
      const response = await counted('graphql', `${issuer}/graphql`, {
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
    const cookie = await passwordSignIn(issuer, { email: 'clerk@rolling.test', password }, as)
    let tokens = await codeExchange(issuer, cookie, as)
    for (let turn = 0; turn < renewals && !over.signal.aborted; turn += 1) {
      await sleep(200)
      tokens = await refresh(issuer, tokens.refreshToken, as)
    }
  }

  const chance = chanceOf(seed, base.length)
  // The service creates its key with the first token, and would take an existing foreign key for its own.
  await addressed(0)
  const sign = await signer(ownerUrl, issuer)
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
  const parts = existsSync(webFolder) ? readdirSync(join(webFolder, 'assets')).filter((name) => /\.(js|css)$/.test(name)) : []

  const work: (readonly [every: number, () => Promise<unknown>])[] = [
    [300, () => turns.clerk(chance)],
    [400, () => turns.teacher(chance)],
    [300, () => teacher.ask(now, { ids })],
    ...pupils.map((pupil) => [500, () => pupil.ask(attend, { id: ids[0] })] as const),
    [800, () => addressed()],
    [200, async () => (await counted('live', `${issuer}/health/live`)).body?.cancel()],
    // Only where the browser side is served.
    ...(lecture.pages
      ? [
          [300, async () => (await counted('page', `${issuer}/`)).text()] as const,
          [100, async () => (await counted('part', `${issuer}/assets/${chance.pick(parts)}`)).arrayBuffer()] as const,
        ]
      : []),
  ]

  async function again(every: number, turn: () => Promise<unknown>): Promise<void> {
    while (!over.signal.aborted) {
      await paused.promise
      // The failure was counted already.
      const one = turn().catch(() => undefined)
      under.add(one)
      await one
      under.delete(one)
      await sleep(chance.whole(0, 2 * every), undefined, { signal: over.signal }).catch(() => undefined)
    }
  }
  const all = work.map(([every, turn]) => again(every, turn))

  return {
    pause: async () => {
      paused = Promise.withResolvers<undefined>()
      while (under.size > 0) await Promise.all(under)
    },
    resume: () => paused.resolve(undefined),
    stop: async () => {
      over.abort()
      paused.resolve(undefined)
      await Promise.all(all)
    },
  }
}
