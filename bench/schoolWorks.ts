import { randomUUID } from 'node:crypto'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import type { Ask } from './clients.ts'
import type { BenchSchool, BenchStudent } from './fillSchool.ts'
import { screenDocument } from './screenDocument.ts'

/** A request of a work, before it has a token. */
export interface WorkAsk {
  school: BenchSchool
  variables: object
  /** Receives the answer's data. @throws when it is wrong */
  check(data: never): void
}

/** A piece of work at a school, as one of its screens asks for it. */
export interface Work {
  name: string
  /** The screen's operation. */
  operation: string
  /** What is sent in place of the screen's document. */
  document?: string
  /** The field of a mutation. Every answer of one is checked; of a query one in twenty. */
  mutation?: string
  next(): WorkAsk
}

/** A register of a day that no one has taken. */
interface UntakenRegister {
  school: BenchSchool
  section: BenchSchool['sections'][number]
  day: Day
}

/** What is read on every screen of a list. */
const firstPage = { search: '', page: 0, pageSize: 20 }
const paid = 10_000

/**
 * What the counter asks of a payment, and the line, by which the student's next payment knows what it has seen. The
 * counter reads the account again instead.
 */
const paymentDocument = screenDocument('CollectPayment').replace('payment {', 'payment { lines { id }')

/**
 * Returns the nine works, each with the document and the variables that its screen sends, and with the answers that
 * they must give. They go round the schools, and round the students, sections and names of each.
 *
 * - One student is what the form of a student reads. The student's page has more, and `npm run bench -- child`.
 * - A register is saved for the first time: every mark is a row. The days are those before the filled ones.
 * - A payment is of 100 rupees in cash on the fee that is not fixed: one line. Each is of another student.
 *
 * The works that write come last, so that the others see the school as it was filled.
 * @param daysFilled days before today on which all registers are taken
 */
export function schoolWorks(schools: readonly BenchSchool[], daysFilled: number): Work[] {
  const today = schoolDay(new Date())
  const receipts = new Set<string>()
  const untaken = untakenRegisters(schools, addDays(today, -daysFilled - 1))
  const payers = queueOf(payersOf(schools))
  const students = round(schools, (school) => school.students)
  const sections = round(schools, (school) => school.sections)
  const names = round(schools, (school) => school.names)
  const anySchool = round(schools, (school) => [school])
  const place = (day: Day, sectionId: string) => ({ sectionId, day, session: 'DAY', subjectId: null, starts: null })
  const list = ({ termId }: BenchSchool) => ({ termId, ...firstPage, sort: 'SECTION', descending: false })
  return [
    {
      name: 'students, first page with count',
      operation: 'Students',
      next: () => {
        const { school } = anySchool()
        return {
          school,
          variables: { input: list(school) },
          check: ({ students: page }: { students: Page }) => {
            same('students', page.total, school.students.length)
            same('rows of the list', page.rows.length, Math.min(20, page.total))
          },
        }
      },
    },
    {
      name: 'search by name, 60 hits',
      operation: 'Students',
      next: () => {
        const { school, of } = names()
        return {
          school,
          variables: { input: { ...list(school), search: of.name } },
          check: ({ students: page }: { students: Page }) => {
            same(`students called ${of.name}`, page.total, of.hits)
            same('rows of the search', page.rows.length, Math.min(20, of.hits))
          },
        }
      },
    },
    {
      name: 'one student',
      operation: 'Student',
      next: () => {
        const { school, of } = students()
        return {
          school,
          variables: { id: of.id },
          check: ({ student }: { student: { name: string } }) => same('the student', student.name, of.name),
        }
      },
    },
    {
      name: 'register of 50, open',
      operation: 'RegisterSheet',
      next: () => {
        const { school, of } = sections()
        return {
          school,
          variables: { input: place(today, of.id) },
          check: ({ registerSheet: sheet }: { registerSheet: { version: number; rows: { studentId: string }[] } }) => {
            same('version of the register', sheet.version, 0)
            same('students of the register', sheet.rows.map((row) => row.studentId).join(), of.studentIds.join())
          },
        }
      },
    },
    {
      name: 'a student’s fees',
      operation: 'CounterAccount',
      next: () => {
        const { school, of } = students()
        return {
          school,
          variables: { account: { termId: school.termId, studentId: of.id } },
          check: ({ feeAccount }: { feeAccount: Account }) =>
            same('collected from the student', feeAccount.total.collected, Number(of.collected)),
        }
      },
    },
    {
      name: 'whole school’s attendance, one term',
      operation: 'AttendanceSummary',
      next: () => {
        const { school } = anySchool()
        return {
          school,
          variables: { input: { termId: school.termId, from: school.startsOn, to: today } },
          check: ({ attendanceSummary: { sections: listed, total } }: { attendanceSummary: Summary }) => {
            same('sections of the summary', listed.length, school.sections.length)
            same('marks of the summary', total.present + total.absent + total.late, school.marks)
            same('students present', total.present, school.present)
          },
        }
      },
    },
    {
      name: 'day’s collection, first page with sums',
      operation: 'FeeEntries',
      next: () => {
        const { school } = anySchool()
        return {
          school,
          variables: { input: { ...firstPage, termId: school.termId, from: today, to: today } },
          check: ({ feeEntries }: { feeEntries: { total: number; collected: number; clearing: number } }) => {
            same('payments of the day', feeEntries.total, school.paymentsToday)
            same('collected on the day', feeEntries.collected + feeEntries.clearing, Number(school.collectedToday))
          },
        }
      },
    },
    {
      name: 'register of 50, save',
      operation: 'SaveRegister',
      mutation: 'saveRegister',
      next: () => {
        const { school, section, day } = taken(untaken.shift(), 'registers')
        const marks = section.studentIds.map((studentId, nth) => ({ studentId, value: nth % 10 === 3 ? 'A' : 'P', note: '' }))
        const absent = marks.filter(({ value }) => value === 'A').length
        return {
          school,
          variables: { input: { key: randomUUID(), ...place(day, section.id), seen: 0, marks } },
          check: ({ saveRegister: { register } }: { saveRegister: { register: Register } }) => {
            same('version of the saved register', register.version, 1)
            same('absent in the saved register', register.absent, absent)
            same('present in the saved register', register.present, marks.length - absent)
            if (day < school.startsOn) return
            school.marks += marks.length
            school.present += marks.length - absent
          },
        }
      },
    },
    {
      name: 'one payment',
      operation: 'CollectPayment',
      mutation: 'collectPayment',
      document: paymentDocument,
      next: () => {
        const { school, student } = taken(payers.take(), 'students')
        const input = {
          key: randomUUID(),
          termId: school.termId,
          studentId: student.id,
          amount: paid,
          mode: 'CASH',
          fees: [{ feeId: school.donation, version: student.donationSeen }],
          collectedOn: today,
        }
        return {
          school,
          variables: { input },
          check: ({ collectPayment: { payment } }: { collectPayment: { payment: Payment } }) => {
            same('the payment', payment.amount, paid)
            const receipt = `${school.id} ${payment.receiptNumber}`
            if (receipts.has(receipt)) throw new Error(`The receipt ${receipt} was given twice.`)
            receipts.add(receipt)
            student.donationSeen = afterPayment(student.donationSeen, payment.lines[0]?.id ?? '')
            payers.putBack({ school, student })
            student.collected = String(Number(student.collected) + paid)
            school.paymentsToday += 1
            school.collectedToday = String(Number(school.collectedToday) + paid)
          },
        }
      },
    },
  ]
}

interface Page {
  total: number
  rows: unknown[]
}

interface Account {
  total: { collected: number }
}

interface Payment {
  receiptNumber: string
  amount: number
  lines: { id: string }[]
}

interface Register {
  version: number
  present: number
  absent: number
}

interface Summary {
  sections: unknown[]
  total: { present: number; absent: number; late: number }
}

/** Returns the version of a fee that is not fixed after one more line of a payment (`feeVersion`). */
function afterPayment(version: string, lineId: string): string {
  const [open, given, lines] = version.split(':')
  return [open, Number(given) + paid, Number(lines) + 1, lineId].join(':')
}

/** Returns a fresh token for each person of each school. */
export async function tokensOf(
  schools: readonly BenchSchool[],
  sign: (subject: string) => Promise<string>,
): Promise<Map<BenchSchool, string[]>> {
  const tokens = new Map<BenchSchool, string[]>()
  for (const school of schools) tokens.set(school, await Promise.all(school.subjects.map(sign)))
  return tokens
}

/** Returns the requests of a work, with the tokens of the schools' people. */
export function asksOf(work: Work, tokens: ReadonlyMap<BenchSchool, readonly string[]>): (client: number) => Ask {
  const { operation } = work
  const source = work.document ?? screenDocument(operation)
  const document = `{"operationName":${JSON.stringify(operation)},"query":${JSON.stringify(source)},"variables":`
  let turn = 0
  return (client) => {
    const { school, variables, check } = work.next()
    const people = tokens.get(school) ?? []
    const isChecked = work.mutation !== undefined || turn++ % 20 === 0
    return {
      token: people[client % people.length] ?? '',
      body: `${document}${JSON.stringify({ schoolId: school.id, ...variables })}}`,
      ...(work.mutation === undefined ? {} : { mutation: work.mutation }),
      answered: (body) => {
        if (isChecked) check((JSON.parse(body) as { data: never }).data)
      },
    }
  }
}

/** Returns a function that goes round the schools and round the things of each. */
function round<Thing>(schools: readonly BenchSchool[], things: (school: BenchSchool) => readonly Thing[]) {
  let turn = 0
  return (): { school: BenchSchool; of: Thing } => {
    const school = schools[turn % schools.length] as BenchSchool
    const all = things(school)
    // Prime, so that neighbours in time are no neighbours in the table.
    const nth = (Math.floor(turn / schools.length) * 7919) % all.length
    turn += 1
    return { school, of: all[nth] as Thing }
  }
}

/** Returns the registers before a day, a day of all schools after the other. */
function untakenRegisters(schools: readonly BenchSchool[], before: Day) {
  let ago = 0
  let left: UntakenRegister[] = []
  return {
    shift: (): UntakenRegister | undefined => {
      if (left.length === 0) {
        const day = addDays(before, -ago)
        ago += 1
        left = bySchool(schools, (school) => school.sections.map((section) => ({ school, section, day })))
      }
      return left.shift()
    },
  }
}

function payersOf(schools: readonly BenchSchool[]): { school: BenchSchool; student: BenchStudent }[] {
  return bySchool(schools, (school) => school.students.map((student) => ({ school, student })))
}

/**
 * Returns a queue. `Array.shift` moves what is left of an array of 100,000, which took a quarter of the load's time
 * over 20 schools.
 */
function queueOf<Thing>(things: Thing[]): { take(): Thing | undefined; putBack(thing: Thing): void } {
  let at = 0
  return {
    take: () => things[at++],
    putBack: (thing) => void things.push(thing),
  }
}

/** Returns the things of all schools, one of each school in turn. */
function bySchool<Thing>(schools: readonly BenchSchool[], things: (school: BenchSchool) => Thing[]): Thing[] {
  const all = schools.map(things)
  return Array.from({ length: Math.max(...all.map((some) => some.length)) }, (_, nth) =>
    all.flatMap((some) => some.slice(nth, nth + 1)),
  ).flat()
}

function taken<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new Error(`The run has used all ${what}.`)
  return thing
}

function same(what: string, answer: string | number, right: string | number): void {
  if (answer !== right) throw new Error(`Wrong answer: ${what}: ${answer} instead of ${right}.`)
}
