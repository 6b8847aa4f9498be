import { hashPassword } from 'better-auth/crypto'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { asOwner } from '../asOwner.ts'
import { fromNow } from '../moments.ts'
import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { type Person, personOf } from './asking.ts'
import { type MixedScene, mixedScene, type SceneOptions } from './mixedScene.ts'
import { Refused } from './publicCalls.ts'
import { chanceOf } from './random.ts'

const hour = 3_600_000

/** Offsets of the server's clock in milliseconds. PostgreSQL's clock does not change. */
export const jumps = {
  'an hour forward': () => hour,
  'an hour back': () => -hour,
  'over midnight': () => startOf(addDays(schoolDay(new Date()), 1)),
  "over the end of the receipts' year": () => startOf(nextApril(schoolDay(new Date()))),
} as const satisfies Record<string, () => number>
export type Jump = keyof typeof jumps

export interface ClockRun extends SceneOptions {
  jumps: readonly Jump[]
  say(text: string): void
}

/** Result of the run. */
export interface ClockCount {
  /** Number of expectations checked; failed ones are in `wrong`. */
  looked: number
  acknowledged: number
  lost: number
  duplicated: number
  wrong: string[]
}

const paid = z.object({ done: z.object({ payment: z.object({ id: z.string(), receiptNumber: z.string() }) }) })
const account = z.object({ feeAccount: z.object({ fees: z.array(z.object({ feeId: z.string(), version: z.string() })) }) })
const started = z.object({ startLectures: z.object({ items: z.array(z.object({ id: z.string() })) }) })
const attended = z.object({ attendLecture: z.object({ live: z.boolean(), myMark: z.string() }) })

/**
 * Sets a server's clock forward and back while a school works, and checks tokens, locks, lectures, orders, messages,
 * receipts and keys.
 */
export async function runClock(run: ClockRun): Promise<ClockCount> {
  const file = join(run.dataDir, '..', `clock-${run.seed}`)
  const set = async (ahead: number) => {
    writeFileSync(file, String(ahead))
    // The server reads the offset every 20 ms.
    await sleep(100)
  }
  await set(0)
  const scene = await mixedScene({
    ...run,
    signedIn: '500d',
    settings: { NODE_OPTIONS: `--import=${join(import.meta.dirname, '../moment/shiftedClock.ts')}`, FAULTS_CLOCK: file },
  })
  const count: ClockCount = { looked: 0, acknowledged: 0, lost: 0, duplicated: 0, wrong: scene.asked.wrong }
  const expecting = (what: string, met: boolean) => {
    count.looked += 1
    if (!met) count.wrong.push(`It was expected that ${what}.`)
  }
  try {
    await asOwner(scene.ownerUrl(), 'update terms set name = $1 where id = $2', [
      yearOf(schoolDay(new Date())),
      scene.school.school.termId,
    ])
    const people = await signedUp(scene)
    for (const jump of run.jumps) {
      const expect = (what: string, met: boolean) => expecting(`after a jump ${jump} ${what}`, met)
      await jumped(scene, people, jumps[jump](), set, expect)
      run.say(`${jump}: ${count.looked} expectations, ${count.wrong.length} not met`)
    }
    const found = await scene.reconcile(true)
    // A booking on a future day is found by the check for it, and by no other.
    const strange = found.wrong.filter((text) => !text.includes('payments-are-not-of-the-future'))
    expecting('all that was acknowledged is stored, once', strange.length === 0)
    count.wrong.push(...strange)
    return Object.assign(count, { lost: found.lost, duplicated: found.duplicated, acknowledged: scene.known.count })
  } finally {
    await scene.stop()
  }
}

interface SignedUp {
  /** A teacher who has just signed in, and an account that is locked for a while. */
  teacher: { email: string; password: string }
  locked: { email: string; password: string }
}

/** Creates two teachers with accounts, one locked by eleven wrong passwords. */
async function signedUp({ staff, known, server, school, ownerUrl }: MixedScene): Promise<SignedUp> {
  const word = `clock${'abcdefghij'[school.school.id % 10]}`
  const rows = ['one', 'two'].map((which) => ({
    name: `Master ${word}`,
    phone: '9811111111',
    email: `${word}.${which}@import.test`,
  }))
  const answered = await staff.admin.ask(
    'mutation ($s: ID!, $i: TeacherImport!) { done: importTeachers(schoolId: $s, input: $i) { id } }',
    { key: randomUUID(), rows },
  )
  const { id } = z.object({ done: z.object({ id: z.string() }) }).parse(answered).done
  known.imports.set(word, { kind: 'teachers', rows: 2, id })
  known.count += 1
  const [teacher, locked] = rows.map(({ email, phone: password }) => ({ email, password }))
  if (!teacher || !locked) throw new Error('There are two.')
  // They have own passwords.
  await asOwner(
    ownerUrl(),
    `update auth.account set password = $1
     where "userId" in (select id from auth."user" where email = any($2::text[])) and "providerId" = 'credential'`,
    [await hashPassword(teacher.password), rows.map(({ email }) => email)],
  )
  for (let times = 0; times < 11; times += 1) await signIn(server.url, { ...locked, password: 'wrong password' })
  return { teacher, locked }
}

type Expect = (what: string, met: boolean) => void

async function jumped(
  scene: MixedScene,
  { teacher, locked }: SignedUp,
  ahead: number,
  set: (ahead: number) => Promise<void>,
  expect: Expect,
): Promise<void> {
  const { server, staff, turns, school, known, asked } = scene
  const chance = chanceOf(Math.abs(ahead) % 1_000_000, 1)
  // Before it.
  const token = (await signIn(server.url, teacher)) ?? ''
  const person = (given: string) => personOf(server.url, school.school.id, given, asked)
  const today = schoolDay(new Date())
  const first = await payment(scene, addDays(today, -1))
  const lecture = started.parse(
    await person(await scene.sign(school.school.subjects.teacher ?? '')).ask(
      'mutation ($s: ID!, $i: StartLecturesInput!) { startLectures(schoolId: $s, input: $i) { items { id } } }',
      {
        key: randomUUID(),
        termId: String(school.school.termId),
        items: [{ classId: String(school.school.class7), sectionId: String(school.school.section7A), subjectId: 0, bookId: 0 }],
      },
    ),
  ).startLectures.items[0]?.id
  const student = person(await scene.sign(school.school.subjects.student ?? ''))
  const attend = async () =>
    attended.parse(
      await student.ask('mutation ($s: ID!, $i: AttendInput!) { attendLecture(schoolId: $s, input: $i) { live myMark } }', {
        id: lecture,
      }),
    ).attendLecture
  const before = await attend()
  expect('a student was there before it', before.live && before.myMark === 'P')

  await set(ahead)
  // A token is valid for ten minutes.
  const old = await who(person(token))
  expect(
    ahead > 0 ? 'a token of before has run out, and says so' : 'a token of before holds',
    old === (ahead > 0 ? 'SIGNED_OUT' : 'known'),
  )
  const fresh = await signIn(server.url, teacher)
  expect('people sign in, and are known', fresh !== undefined && (await who(person(fresh))) === 'known')
  expect("a locked account stays locked, by the database's clock", (await signIn(server.url, locked)) === undefined)
  const now = await attend()
  expect(
    ahead > 0 ? 'a lecture is over whose time is over, and the mark stays' : 'a lecture goes on, and the mark stays',
    now.live === ahead <= 0 && now.myMark === 'P',
  )
  const again = await payment(scene, addDays(today, -1), first.input)
  expect('a key that comes again answers the first payment', again.id === first.id && again.receiptNumber === first.receiptNumber)
  const day = schoolDay(fromNow(ahead))
  const later = await payment(scene, day)
  expect("a receipt is of its day's year", later.receiptNumber.includes(`${yearOf(day)}/`))
  await turns.teacher(chance)
  await turns.importer(chance)
  await turns.teller(chance)
  await turns.mover()
  const told = await scene.settle()
  expect('messages go at once and files are brought in, each once', told.wrong.length === 0 && told.sent === told.queued)

  await set(0)
  const back = await attend()
  expect('the mark stays when the clock is right again', back.myMark === 'P')
  const last = await payment(scene, today)
  expect('receipts go on in their year when the clock is right again', last.receiptNumber.includes(`${yearOf(today)}/`))
  expect('nobody else is signed out by it', (await who(staff.admin)) === 'known')
  expect('a register is there as it was taken', known.registersSaved > 0)
}

/** Takes a payment, or sends one again. Returns the request and the response. */
async function payment({ staff, school, known }: MixedScene, collectedOn: string, given?: object) {
  const of = { termId: String(school.school.termId), studentId: String(school.payers[0]) }
  const ask = 'query ($s: ID!, $i: FeeAccountOf!) { feeAccount(schoolId: $s, input: $i) { fees { feeId version } } }'
  const fees = account.parse(await staff.clerk.ask(ask, of)).feeAccount.fees
  const fee = fees.find(({ feeId }) => feeId === String(school.donation))
  const input = given ?? { key: randomUUID(), ...of, fees: [fee], amount: 1200, mode: 'CASH', collectedOn }
  const answered = await staff.clerk.ask(
    'mutation ($s: ID!, $i: CollectPaymentInput!) { done: collectPayment(schoolId: $s, input: $i) { payment { id receiptNumber } } }',
    input,
  )
  const { id, receiptNumber } = paid.parse(answered).done.payment
  if (!known.payments.has(id)) known.count += 1
  known.payments.set(id, { amount: 1200, receiptNumber, cheque: false, state: 'COLLECTED', deleted: false })
  return { id, receiptNumber, input }
}

/** Returns a token by the real code exchange; undefined when the password is refused. */
async function signIn(url: string, given: { email: string; password: string }): Promise<string | undefined> {
  const cookie = await passwordSignIn(url, given).catch(() => undefined)
  return cookie === undefined ? undefined : (await codeExchange(url, cookie)).accessToken
}

/** Returns whether a token is accepted, or the refusal's code. */
async function who(person: Person): Promise<string> {
  return person.ask('query ($s: ID!) { terms(schoolId: $s) { id } }', {}).then(
    () => 'known',
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  )
}

const startOf = (day: string) => new Date(`${day}T00:00:20+05:30`).getTime() - fromNow(0).getTime()

function nextApril(day: string): string {
  const year = Number(day.slice(0, 4))
  return day.slice(5) < '04-01' ? `${year}-04-01` : `${year + 1}-04-01`
}

function yearOf(day: string): string {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}
