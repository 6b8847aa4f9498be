import { addDays, type Day } from '#shared/dates.ts'
import type { RuleName, RuleSetting } from '#domains/attention/attention.rules.ts'
import { asOwner } from './asOwner.ts'
import type { TestWorld } from './world/testWorld.ts'

/*
 * A second count of what the rules of attention find: in plain code over the raw rows, without the product's SQL and
 * without its rules' code, but for the limits.
 */

/** A raw mark with its register and its student. */
interface RawMark {
  studentId: number
  sectionId: number
  day: Day
  session: string
  value: string
  live: boolean
}

interface RawStudent {
  id: number
  sectionId: number
  disabled: boolean
  admitted: Day | null
}

/** What a rule finds of a child on a day. */
export interface Expected {
  studentId: number
  rule: RuleName
  opens: boolean
  gone: boolean
  value: number
}

const share = (marks: readonly string[]): number =>
  Math.round((marks.filter((mark) => mark !== 'A').length * 1000) / marks.length)

/** Counts what every rule finds of every enabled child of the current term on a day. */
export async function expectedFindings(
  world: TestWorld,
  attType: string,
  day: Day,
  rules: readonly RuleSetting[],
): Promise<Expected[]> {
  const { id, termId } = world.own
  const rows = <Row extends object>(text: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, text, values)
  const marks = await rows<RawMark>(
    `select m.student_id::int as "studentId", r.section_id::int as "sectionId", r.day::text as day, r.session, m.value,
       l.ended_at is null and coalesce(l.closes_at > now(), false) as live
     from marks m join registers r on r.school_id = m.school_id and r.id = m.register_id
     left join lectures l on l.school_id = r.school_id and l.register_id = r.id
     where m.school_id = $1 and r.term_id = $2 and r.day <= $3::date`,
    id,
    termId,
    day,
  )
  const students = await rows<RawStudent>(
    `select s.id::int, e.section_id::int as "sectionId", s.disabled, s.date_of_admission::text as admitted
     from students s join enrolments e on e.school_id = s.school_id and e.student_id = s.id and e.term_id = $2
     where s.school_id = $1`,
    id,
    termId,
  )
  const scans = await rows<{ studentId: number; day: Day }>(
    `select student_id::int as "studentId", day::text as day from gate_scans where school_id = $1 and direction = 'IN'`,
    id,
  )
  const owed = await overdueSince(world, day)
  const sessions = attType === 'DAILY' ? ['DAY'] : attType === 'DUAL' ? ['MORNING', 'AFTERNOON'] : ['SUBJECT', 'LECTURE']
  return students
    .filter((student) => !student.disabled)
    .flatMap((student) => {
      const own = marks.filter(
        (mark) =>
          mark.studentId === student.id &&
          mark.sectionId === student.sectionId &&
          sessions.includes(mark.session) &&
          !mark.live &&
          mark.day >= (student.admitted ?? ''),
      )
      const came = scans.filter((scan) => scan.studentId === student.id).map((scan) => scan.day)
      return rules.flatMap(({ rule, enabled, threshold }): Expected[] => {
        if (!enabled) return []
        const found =
          rule === 'OVERDUE' ? overdue(owed.get(student.id), day, threshold) : countRule(rule, own, came, day, threshold)
        return found ? [{ studentId: student.id, rule, ...found }] : []
      })
    })
}

type Verdict = Pick<Expected, 'opens' | 'gone' | 'value'> | null

function overdue(owes: { amount: number; since: Day } | undefined, day: Day, threshold: number): Verdict {
  if (!owes) return { opens: false, gone: true, value: 0 }
  const { amount, since } = owes
  return { opens: since < addDays(day, -threshold), gone: since >= addDays(day, -Math.floor(threshold / 2)), value: amount }
}

function countRule(rule: RuleName, marks: readonly RawMark[], came: readonly Day[], day: Day, limit: number): Verdict {
  const days = [...new Set(marks.map((mark) => mark.day))].sort()
  if (days.length === 0) return null
  const letters = (wanted: readonly Day[]) => marks.filter((mark) => wanted.includes(mark.day)).map((mark) => mark.value)
  const away = (one: Day) => letters([one]).every((letter) => letter === 'A')
  const text = days.map((one) => (away(one) ? 'A' : 'P')).join('')
  const recent = days.filter((one) => one > addDays(day, -14))
  const before = days.filter((one) => one <= addDays(day, -14))
  switch (rule) {
    case 'ABSENT_RUN': {
      const last = /A*$/.exec(text)?.[0].length ?? 0
      const back = /P*$/.exec(text)?.[0].length ?? 0
      const latest = /(A*)P*$/.exec(text)?.[1]?.length ?? 0
      return { opens: last >= limit, gone: back >= 2, value: latest }
    }
    case 'LOW_SHARE': {
      const value = share(letters(days))
      return { opens: days.length >= 10 && value < limit * 10, gone: value >= (limit + 2) * 10, value }
    }
    case 'FALL': {
      if (recent.length < 5 || before.length === 0) return null
      const [now, then] = [share(letters(recent)), share(letters(before))]
      const missed = recent.filter((one) => letters([one]).includes('A')).length
      return {
        opens: before.length >= 10 && missed >= 3 && then - now >= limit * 10,
        gone: then - now <= (limit - 5) * 10,
        value: now,
      }
    }
    case 'WEEKDAY': {
      const last = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
        days
          .filter((one) => one > addDays(day, -84))
          .filter((one) => new Date(`${one}T00:00:00Z`).getUTCDay() === weekday)
          .slice(-5)
          .filter(away),
      )
      const counts = last.map((all) => all.length)
      const value = Math.max(...counts)
      const every = counts.reduce((sum, count) => sum + count, 0)
      return { opens: value >= limit && value * 2 >= every, gone: value <= limit - 2, value }
    }
    case 'GATE': {
      const value = recent.filter((one) => away(one) && came.includes(one)).length
      return { opens: value >= limit, gone: value === 0, value }
    }
    case 'OVERDUE':
      return null
  }
}

/** Sums what is overdue of each child by fee, with the oldest due date. */
async function overdueSince({ own, ownerUrl }: TestWorld, day: Day): Promise<Map<number, { amount: number; since: Day }>> {
  const due = await asOwner<{ studentId: number; feeId: number; amount: string; dueOn: Day }>(
    ownerUrl,
    `select a.student_id::int as "studentId", f.id::int as "feeId", f.amount::text, f.due_on::text as "dueOn"
     from fees f join student_fee_categories a on a.school_id = f.school_id and a.fee_category_id = f.fee_category_id
     where f.school_id = $1 and f.fixed_amount and f.deleted_at is null and f.due_on is not null`,
    [own.id],
  )
  const lines = await asOwner<{ studentId: number; feeId: number; amount: string }>(
    ownerUrl,
    `select student_id::int as "studentId", fee_id::int as "feeId", amount::text from collected_lines
     where school_id = $1 and deleted_at is null and status <> 'FAILED'`,
    [own.id],
  )
  const owed = new Map<number, { amount: number; since: Day }>()
  for (const { studentId, feeId, amount, dueOn } of due) {
    if (dueOn >= day) continue
    const paid = lines.filter((line) => line.studentId === studentId && line.feeId === feeId)
    const left = paid.reduce((sum, line) => sum - Number(line.amount), Number(amount))
    if (left <= 0) continue
    const known = owed.get(studentId)
    owed.set(studentId, {
      amount: (known?.amount ?? 0) + left,
      since: known && known.since < dueOn ? known.since : dueOn,
    })
  }
  return owed
}
