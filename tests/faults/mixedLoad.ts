import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { addDays, schoolDay } from '#shared/dates.ts'
import { writeCsv } from '#shared/csv.ts'
import type { Mark } from '#shared/marks.ts'
import type { Person } from './asking.ts'
import type { MixedSchool } from './mixedSchool.ts'
import { Refused } from './publicCalls.ts'
import type { Chance } from './random.ts'

/** Everything that the server has acknowledged. */
export interface Acknowledged {
  payments: Map<string, { amount: number; receiptNumber: string; cheque: boolean; state: string; deleted: boolean }>
  /** The last register of each day. */
  registers: Map<string, { version: number; marks: string }>
  /** Number of all saved registers. */
  registersSaved: number
  /**
   * The values that each cell of the sheet of scores was given, in their order. A cell is a student and a component.
   */
  scores: Map<string, string[]>
  /** Number of times that scores were entered. */
  scoresSaved: number
  /** Imports by the unique word in each of their rows. */
  imports: Map<string, { kind: 'students' | 'teachers'; rows: number; id: string }>
  legacy: Map<string, { id: string; rows: number }>
  /** Batches of messages, with the number of messages to be queued. */
  batches: Map<string, number>
  documents: Set<string>
  promotions: Map<string, { reversed: boolean }>
  /** Number of acknowledgements; some change what was acknowledged before. */
  count: number
}

export const nothingAcknowledged = (): Acknowledged => ({
  payments: new Map(),
  registers: new Map(),
  registersSaved: 0,
  scores: new Map(),
  scoresSaved: 0,
  imports: new Map(),
  legacy: new Map(),
  batches: new Map(),
  documents: new Set(),
  promotions: new Map(),
  count: 0,
})

/** The people who work, each with their own token. */
export interface Staff {
  clerk: Person
  admin: Person
  superadmin: Person
  /** A person of the other school, whose year has turned. */
  turning: Person
}

const account = z.object({ feeAccount: z.object({ fees: z.array(z.object({ feeId: z.string(), version: z.string() })) }) })
const paid = z.object({
  payment: z.object({
    id: z.string(),
    amount: z.number(),
    receiptNumber: z.string(),
    state: z.string(),
    deletedAt: z.string().nullable(),
  }),
})
const paidFields = '{ payment { id amount receiptNumber state deletedAt } }'
const change = (name: string, type: string, fields: string) =>
  `mutation ($s: ID!, $i: ${type}!) { done: ${name}(schoolId: $s, input: $i) ${fields} }`
const collect = change('collectPayment', 'CollectPaymentInput', paidFields)
const settle = change('settleCheque', 'SettleChequeInput', paidFields)
const remove = change('deletePayment', 'DeletePaymentInput', paidFields)
const done = <Shape extends z.ZodType>(shape: Shape) => z.object({ done: shape })
const onlyId = done(z.object({ id: z.string() }))

/** Returns the people's repeated turns. Each turn is definitely answered before it ends. */
export function turnsOf({ school, turned, ...set }: MixedSchool, staff: Staff, known: Acknowledged, sizes: { legacy: number }) {
  const { termId } = school
  const today = schoolDay(new Date())
  const day = { next: 0 }

  async function pay(person: Person, chance: Chance): Promise<void> {
    const studentId = String(chance.pick(set.payers))
    const of = { termId: String(termId), studentId }
    const found = account.parse(
      await person.ask(
        'query ($s: ID!, $i: FeeAccountOf!) { feeAccount(schoolId: $s, input: $i) { fees { feeId version } } }',
        of,
      ),
    )
    const fee = found.feeAccount.fees.find(({ feeId }) => feeId === String(set.donation))
    if (!fee) throw new Error('A student does not owe.')
    const cheque = chance.of100(30)
    const amount = chance.whole(1, 100_000)
    const answered = await person.ask(collect, {
      key: randomUUID(),
      ...of,
      fees: [fee],
      amount,
      collectedOn: today,
      ...(cheque ? { mode: 'CHEQUE', chequeNo: String(chance.whole(100_000, 999_999)) } : { mode: 'CASH' }),
    })
    const { payment } = done(paid).parse(answered).done
    keep(payment, cheque)
    if (payment.amount !== amount) throw new Error(`A payment of ${amount} was answered as one of ${payment.amount}.`)
    if (cheque && chance.of100(60)) {
      const outcome = chance.of100(70) ? 'CLEARED' : 'FAILED'
      keep(done(paid).parse(await person.ask(settle, { key: randomUUID(), id: payment.id, outcome })).done.payment, cheque)
    }
    if (chance.of100(15))
      keep(
        done(paid).parse(await staff.admin.ask(remove, { key: randomUUID(), id: payment.id, reason: 'Entered by mistake' })).done
          .payment,
        cheque,
      )
  }

  function keep({ id, amount, receiptNumber, state, deletedAt }: z.output<typeof paid>['payment'], cheque: boolean): void {
    known.payments.set(id, { amount, receiptNumber, state, cheque, deleted: deletedAt !== null })
    known.count += 1
  }

  async function takeRegister(person: Person, chance: Chance): Promise<void> {
    const on = addDays(today, -day.next++ % 300)
    const seen = known.registers.get(on)
    const values = set.ofRegister.map(() => chance.weighed<Mark>({ P: 8, A: 1, L: 1 }))
    const answered = await person.ask(change('saveRegister', 'SaveRegister', '{ register { version } }'), {
      key: randomUUID(),
      sectionId: String(school.section7B),
      day: on,
      session: 'DAY',
      seen: seen?.version ?? 0,
      marks: set.ofRegister.map((studentId, nth) => ({ studentId, value: values[nth] })),
    })
    const { version } = done(z.object({ register: z.object({ version: z.number() }) })).parse(answered).done.register
    known.registers.set(on, { version, marks: values.join('') })
    known.registersSaved += 1
    known.count += 1
    // Sometimes corrected immediately.
    if (chance.of100(40)) day.next -= 1
  }

  /** Enters scores of a test for some students, or changes those that were acknowledged. */
  async function enterScores(person: Person, chance: Chance): Promise<void> {
    const { tests, ...sheet } = set.sheet
    const [component, highest] = chance.pick(tests)
    const scores = set.ofRegister.flatMap((studentId) => {
      const seen = known.scores.get(`${studentId} ${component}`)?.at(-1) ?? ''
      const value = chance.of100(10) ? 'AB' : String(chance.whole(0, highest))
      return value === seen || chance.of100(50) ? [] : [{ studentId, component, test: 1, seen, value }]
    })
    if (scores.length === 0) return
    await person.ask(change('enterScores', 'ScoresForm', '{ subjectId }'), { key: randomUUID(), ...sheet, scores })
    for (const { studentId, value } of scores) {
      const cell = `${studentId} ${component}`
      known.scores.set(cell, [...(known.scores.get(cell) ?? []), value])
    }
    known.scoresSaved += 1
    known.count += 1
  }

  async function bringMany(person: Person, chance: Chance): Promise<void> {
    const kind = chance.of100(60) ? 'students' : 'teachers'
    const word = tag()
    const rows = Array.from({ length: chance.whole(5, 40) }, (_, nth) =>
      kind === 'students'
        ? {
            roll: `${word.slice(-8)}${nth}`,
            class: '8',
            section: 'A',
            name: `Pupil ${word}`,
            phone: '1234567890',
            ...login(word, nth),
          }
        : { name: `Master ${word}`, phone: '9811111111', email: `${word}.${nth}@import.test` },
    )
    const input = { key: randomUUID(), rows, ...(kind === 'students' ? { termId: String(termId) } : {}) }
    const [name, type] = kind === 'students' ? ['importStudents', 'StudentImport'] : ['importTeachers', 'TeacherImport']
    const answered = done(z.object({ id: z.string(), count: z.number() })).parse(
      await person.ask(change(name, type, '{ id count }'), input),
    )
    if (answered.done.count !== rows.length)
      throw new Error(`An import of ${rows.length} was answered as ${answered.done.count}.`)
    known.imports.set(word, { kind, rows: rows.length, id: answered.done.id })
    known.count += 1
  }

  /** Orders a legacy import, which runs in the background. Does nothing while another one runs. */
  async function bringOver(person: Person): Promise<void> {
    const word = tag()
    const students = Array.from({ length: sizes.legacy }, (_, nth) => nth)
    const file = writeCsv([
      ['legacy_id', 'term', 'class', 'section', 'roll', 'name', 'phone'],
      ...students.flatMap((nth) => [
        [`${word}-${nth}`, '2025-26', '6', 'A', `${nth}`, `Legacy ${word}`, '9822222222'],
        [`${word}-${nth}`, '2026-27', '7', 'A', `${nth}`, `Legacy ${word}`, '9822222222'],
      ]),
    ])
    const request = { purpose: 'legacy-import', contentType: 'text/csv', size: Buffer.byteLength(file) }
    for (;;) {
      const answered = done(z.object({ fileId: z.string(), url: z.string() })).parse(
        await person.ask(change('requestUpload', 'UploadRequest', '{ fileId url }'), request),
      )
      // An upload URL takes one file; without an answer nobody knows whether it was stored.
      if (!(await person.put(answered.done.url, request.contentType, file))) {
        await sleep(200)
        continue
      }
      const order = { key: randomUUID(), fileId: answered.done.fileId, fileName: `${word}.csv` }
      const ordered = await unless('CONFLICT', () => person.ask(change('importLegacy', 'LegacyOrder', '{ id }'), order))
      if (ordered === undefined) return
      known.legacy.set(word, { id: onlyId.parse(ordered).done.id, rows: sizes.legacy })
      known.count += 1
      return
    }
  }

  async function tell(person: Person, chance: Chance): Promise<void> {
    const studentIds = set.payers.filter(() => chance.of100(30)).map(String)
    if (studentIds.length === 0) return
    const what = { kind: 'NOTICE', templateId: set.templateId, audience: 2, studentIds, text: `Notice ${tag()}` }
    const preview = z
      .object({ previewMessages: z.object({ token: z.string(), recipients: z.number() }) })
      .parse(
        await person.ask(
          'query ($s: ID!, $i: MessagesPreviewInput!) { previewMessages(schoolId: $s, input: $i) { token recipients } }',
          what,
        ),
      ).previewMessages
    const answered = done(z.object({ id: z.string(), total: z.number() })).parse(
      await person.ask(change('queueMessages', 'MessagesOrder', '{ id total }'), {
        ...what,
        key: randomUUID(),
        token: preview.token,
      }),
    )
    if (answered.done.total !== preview.recipients) throw new Error('Other messages were queued than were previewed.')
    known.batches.set(answered.done.id, answered.done.total)
    known.count += 1
  }

  async function orderReport(person: Person): Promise<void> {
    const answered = await person.ask(change('orderReport', 'ReportOrder', '{ id }'), {
      key: randomUUID(),
      reportType: 'condensed',
      section: 'all',
      sendLink: false,
      email: '',
      currentTerm: String(termId),
      start: addDays(today, -30),
      end: today,
    })
    known.documents.add(onlyId.parse(answered).done.id)
    known.count += 1
  }

  /** Promotes everybody, or reverses it. */
  async function turn(person: Person): Promise<void> {
    const standing = [...known.promotions].find(([, { reversed }]) => !reversed)
    if (standing) {
      const [id, told] = standing
      const query = 'query ($s: ID!, $i: PromotionOfId!) { done: promotion(schoolId: $s, input: $i) { state } }'
      const state = async () => done(z.object({ state: z.string() })).parse(await person.ask(query, { id })).done.state
      if ((await state()) !== 'DONE') return
      // Reversing has no request key: when the first answer was lost, the second says that it was reversed already.
      await unless('CONFLICT', () => person.ask(change('reversePromotion', 'PromotionOfId', '{ id }'), { id }))
      told.reversed = (await state()) === 'REVERSED'
      known.count += 1
      return
    }
    const answered = await person.ask(change('promoteStudents', 'StudentPromotion', '{ id }'), {
      key: randomUUID(),
      termId: String(turned.termId),
      toTermId: set.newTermId,
      rolls: 'BY_NAME',
      feeCategories: true,
      moves: set.moves,
    })
    known.promotions.set(onlyId.parse(answered).done.id, { reversed: false })
    known.count += 1
  }

  return {
    /** Two clerks work on the same students: of two who pay the same fee at once, one must look again. */
    clerk: (chance: Chance) => unless('CONFLICT', () => pay(staff.clerk, chance)),
    secondClerk: (chance: Chance) => unless('CONFLICT', () => pay(staff.admin, chance)),
    teacher: (chance: Chance) => takeRegister(staff.admin, chance),
    examiner: (chance: Chance) => enterScores(staff.admin, chance),
    importer: (chance: Chance) => bringMany(staff.admin, chance),
    /** Only while no other legacy import runs. */
    mover: () => bringOver(staff.superadmin),
    teller: (chance: Chance) => tell(staff.admin, chance),
    /** Rate limits apply, because nobody orders so many so fast. */
    reporter: () => unless('RATE_LIMITED', () => orderReport(staff.admin)),
    turner: () => turn(staff.turning),
  } satisfies Record<string, (chance: Chance) => Promise<unknown>>
}

/** Returns the response; undefined when it was refused with this code. */
async function unless<Answer>(code: string, work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused && error.code === code) return undefined
    throw error
  }
}

/** Returns a unique word of letters only, like names. */
function tag(): string {
  return (
    randomUUID()
      .replaceAll(/[^a-f]/g, '')
      .padEnd(8, 'x')
      .slice(0, 8) + counted()
  )
}

let numbers = 0
function counted(): string {
  return (numbers++).toString().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
}

function login(word: string, nth: number) {
  return { loginEmail: `${word}.${nth}@pupils.test` }
}
