import type { StudentScores } from '#domains/exams/results.rules.ts'
import type { AssessedSubject, Scheme } from '#domains/exams/scheme.schema.ts'

/*
 * A second count of a student's result: in plain loops over pairs of numerator and denominator, from the words of
 * src/domains/exams/README.md and without the code of its rules.
 */

type Pair = [bigint, bigint]

/** A number of hundredths of marks and the highest mark, or a word. */
type Counted = { got: Pair; of: number } | 'MISSING' | 'LEFT_OUT'

const plus = ([a, b]: Pair, [c, d]: Pair): Pair => [a * d + c * b, b * d]
const times = ([a, b]: Pair, [c, d]: Pair): Pair => [a * c, b * d]
const whole = (value: number): Pair => [BigInt(value), 1n]
const per = (a: number, b: number): Pair => [BigInt(a), BigInt(b)]
const less = ([a, b]: Pair, [c, d]: Pair): boolean => a * d < c * b

/** Rounds to a number of hundredths, by looking at the remainder. */
function toStep([a, b]: Pair, step: number): number {
  const steps = a / (b * BigInt(step))
  const rest = a - steps * b * BigInt(step)
  return (Number(steps) + (rest * 2n >= b * BigInt(step) ? 1 : 0)) * step
}

function round(got: Pair, of: number, how: string): Pair {
  if (how === 'NONE') return got
  const marks = toStep(got, how === 'WHOLE' ? 100 : 50)
  return whole(marks > of ? of : marks)
}

/** Returns whether marks are under a share in hundredths of a per cent. */
function isUnder(got: Pair, of: number, share: number): boolean {
  return less(times(got, per(1, of)), per(share, 10_000))
}

function grade(scheme: Scheme, scaleName: string, got: Pair, of: number): string {
  for (const scale of scheme.scales) {
    if (scale.name !== scaleName) continue
    let most = 0
    for (const { from } of scale.grades) if (from > most) most = from
    const points = toStep(times(got, per(most, of)), 1)
    for (const each of scale.grades) {
      if (scale.by === 'SHARE' && !isUnder(got, of, each.from * 100)) return each.grade
      if (scale.by === 'POINTS' && points >= each.from) return each.grade
    }
    return scale.grades[scale.grades.length - 1]!.grade
  }
  throw new Error('no scale')
}

function say(scheme: Scheme, scaleName: string, counted: Counted): string {
  if (counted === 'MISSING' || counted === 'LEFT_OUT') return counted
  const { got, of } = counted
  return `${toStep(got, 1)}/${of} ${toStep(times(got, per(10_000, of)), 1)} ${grade(scheme, scaleName, got, of)}`
}

function shareOf(counted: Counted): Pair {
  return typeof counted === 'string' ? [0n, 1n] : times(counted.got, per(1, counted.of))
}

interface Row {
  subject: AssessedSubject
  of: number
  year: Counted
  /** Marks that are lacking, with their words. */
  lacks: { component: boolean; marks: number; words: string }[]
  parts: Map<string, Counted>
}

function lack(got: Pair, of: number, share: number, how: string, words: string, component: boolean): Row['lacks'] {
  if (!isUnder(got, of, share)) return []
  const step = how === 'WHOLE' ? 100 : how === 'HALF' ? 50 : 1
  // The least step that is not under the share, found by going down from one that is above it.
  let needed = (toStep(per(of * share, 10_000), step) / step + 1) * step
  while (needed - step >= 0 && !isUnder(whole(needed - step), of, share)) needed -= step
  if (needed > of) needed = of
  const had = Number(got[0] / got[1])
  return [{ component, marks: needed - had, words: `${words} ${had}/${of} ${needed}` }]
}

/** Counts one student's result, as words by place. */
export function countResult(scheme: Scheme, subjects: readonly AssessedSubject[], student: StudentScores): Map<string, string> {
  const said = new Map<string, string>()
  const missing: string[] = []
  const rows: Row[] = []

  for (const subject of subjects) {
    const pattern = scheme.patterns.find(({ name }) => name === subject.pattern)!
    const row: Row = { subject, of: pattern.outOf, year: 'LEFT_OUT', lacks: [], parts: new Map() }
    let weights = 0
    let year: Pair = [0n, 1n]
    let yearMissing = false
    for (const part of scheme.parts) {
      let sum: Pair = [0n, 1n]
      let of = 0
      let partMissing = false
      let any = false
      for (const component of pattern.components) {
        if (!component.parts.includes(part.name)) continue
        any = true
        const place = `${subject.name}/${part.name}/${component.name}`
        const shares: Pair[] = []
        let lost = false
        for (let test = 1; test <= component.highestMarks.length; test++) {
          let score: number | string | undefined
          for (const entry of student.scores)
            if (
              entry.subject === subject.name &&
              entry.part === part.name &&
              entry.component === component.name &&
              entry.test === test
            )
              score = entry.score
          if (score === undefined) {
            lost = true
            missing.push(`${place}/${test}`)
          } else if (typeof score === 'number') shares.push(per(score, component.highestMarks[test - 1]!))
          else if (scheme.codes[score as 'AB'] === 'ZERO') shares.push([0n, 1n])
        }
        let counted: Counted = 'LEFT_OUT'
        if (lost) {
          counted = 'MISSING'
          partMissing = true
        } else if (shares.length > 0) {
          // The worst are taken away until only the best are left.
          while (shares.length > component.best) {
            let worst = 0
            for (let index = 1; index < shares.length; index++) if (less(shares[index]!, shares[worst]!)) worst = index
            shares.splice(worst, 1)
          }
          let all: Pair = [0n, 1n]
          for (const each of shares) all = plus(all, each)
          const got = round(times(all, per(component.outOf, shares.length)), component.outOf, scheme.rounding.component)
          counted = { got, of: component.outOf }
          sum = plus(sum, got)
          of += component.outOf
          if (component.pass !== null)
            row.lacks.push(...lack(got, component.outOf, component.pass, scheme.rounding.component, place, true))
        }
        said.set(place, say(scheme, pattern.scale, counted))
      }
      if (!any) continue
      let counted: Counted = 'LEFT_OUT'
      if (partMissing) {
        counted = 'MISSING'
        yearMissing = true
      } else if (of > 0) {
        const got = round(times(sum, per(pattern.outOf, of)), pattern.outOf, scheme.rounding.part)
        counted = { got, of: pattern.outOf }
        weights += part.weight
        year = plus(year, times(got, whole(part.weight)))
      }
      row.parts.set(part.name, counted)
      said.set(`${subject.name}/${part.name}`, say(scheme, pattern.scale, counted))
    }
    if (yearMissing) row.year = 'MISSING'
    else if (weights > 0) {
      const got = round(times(year, per(1, weights)), pattern.outOf, scheme.rounding.subject)
      row.year = { got, of: pattern.outOf }
      if (scheme.pass.subject !== null)
        row.lacks.push(...lack(got, pattern.outOf, scheme.pass.subject, scheme.rounding.subject, subject.name, false))
    }
    said.set(subject.name, say(scheme, pattern.scale, row.year))
    rows.push(row)
  }

  /** What is lacking in a subject among counted ones: not as a whole if its group carries it. */
  const lacking = (row: Row, among: readonly Row[]): Row['lacks'] => {
    const { inGroup, subject: least } = scheme.pass
    if (row.subject.group === '' || inGroup === null || least === null || typeof row.year === 'string') return row.lacks
    let got: Pair = [0n, 1n]
    let of = 0
    for (const other of among) {
      if (other.subject.group !== row.subject.group || typeof other.year === 'string') continue
      if (isUnder(other.year.got, other.year.of, inGroup)) return row.lacks
      got = plus(got, other.year.got)
      of += other.year.of
    }
    return isUnder(got, of, least) ? row.lacks : row.lacks.filter(({ component }) => component)
  }

  let active = rows.filter(({ subject }) => subject.kind === 'COUNTED')
  const optional = rows.filter(({ subject }) => subject.kind === 'OPTIONAL')
  const replacing: Row[] = []
  for (const row of optional) {
    if (missing.length > 0 || typeof row.year === 'string' || row.lacks.length > 0) continue
    let worst: Row | undefined
    for (const other of active) {
      if (!row.subject.replaces.includes(other.subject.name) || lacking(other, active).length === 0) continue
      if (worst === undefined || less(shareOf(other.year), shareOf(worst.year))) worst = other
    }
    if (!worst) continue
    said.set(`replaced ${worst.subject.name}`, row.subject.name)
    active = active.filter((each) => each !== worst)
    replacing.push(row)
  }

  const sum = (values: readonly Counted[]): Counted => {
    if (values.includes('MISSING')) return 'MISSING'
    let got: Pair = [0n, 1n]
    let of = 0
    for (const value of values) {
      if (typeof value === 'string') continue
      got = plus(got, value.got)
      of += value.of
    }
    return of === 0 ? 'LEFT_OUT' : { got: round(got, of, scheme.rounding.total), of }
  }

  for (const part of scheme.parts) {
    const values: Counted[] = []
    for (const { subject, parts } of rows) {
      const value = parts.get(part.name)
      if (subject.kind === 'COUNTED' && value !== undefined) values.push(value)
    }
    said.set(`total/${part.name}`, say(scheme, scheme.total.scale, sum(values)))
  }

  const { best } = scheme.total
  const countTotal = (): Counted => {
    const summed = [...active, ...(best === null ? replacing : optional)].map(({ year }) => year)
    const total = sum(summed)
    if (best === null || typeof total === 'string') return total
    const marks = summed.filter((value) => typeof value !== 'string')
    while (marks.length > best) {
      // The lowest goes; of two with one share, that of fewer marks.
      let worst = 0
      for (let index = 1; index < marks.length; index++) {
        const [one, other] = [shareOf(marks[index]!), shareOf(marks[worst]!)]
        if (less(one, other) || (!less(other, one) && marks[index]!.of < marks[worst]!.of)) worst = index
      }
      marks.splice(worst, 1)
    }
    return sum(marks)
  }
  let total = countTotal()
  said.set('total', say(scheme, scheme.total.scale, total))

  const { detains, compartment } = scheme.classes.find(({ name }) => name === student.className)!
  const countFailed = () =>
    active.map((row) => ({ name: row.subject.name, lacks: lacking(row, active) })).filter(({ lacks }) => lacks.length > 0)
  let failed = countFailed()
  const lacksOfTotal = (): Row['lacks'] =>
    typeof total !== 'string' && scheme.pass.total !== null
      ? lack(total.got, total.of, scheme.pass.total, scheme.rounding.total, 'total', false)
      : []
  let totalLacks = lacksOfTotal()

  if (scheme.grace && detains && missing.length === 0 && failed.length > 0 && totalLacks.length === 0) {
    const gifts = failed.map(({ name, lacks }) => {
      let inComponents = 0
      let inSubject = 0
      for (const each of lacks)
        if (each.component) inComponents += each.marks
        else inSubject += each.marks
      return { name, marks: inComponents > inSubject ? inComponents : inSubject }
    })
    let all = 0
    let fits = gifts.length <= scheme.grace.subjects
    for (const { marks } of gifts) {
      all += marks
      if (marks > scheme.grace.perSubject) fits = false
    }
    if (fits && all <= scheme.grace.total) {
      for (const { name, marks } of gifts) said.set(`grace ${name}`, String(marks))
      failed = []
    }
  }
  said.set('missing', missing.join('; '))

  let outcome = 'PASS'
  if (missing.length > 0 || (detains && total === 'LEFT_OUT')) outcome = 'INCOMPLETE'
  else if (!detains) outcome = 'PROMOTED'
  else if (failed.length > 0 || totalLacks.length > 0)
    outcome = compartment === 0 || (compartment !== null && failed.length > compartment) ? 'FAIL' : 'COMPARTMENT'

  if (outcome === 'COMPARTMENT') {
    const due = failed.length > 0 ? failed.map(({ name }) => name) : active.map(({ subject }) => subject.name)
    const given = new Map(student.reexamined.map(({ subject, score }) => [subject, score]))
    const examined = active.filter(({ subject: { name } }) => due.includes(name) && given.has(name))
    if (failed.length > 0 ? examined.length === due.length : examined.length > 0) {
      for (const row of examined) {
        const score = given.get(row.subject.name)!
        const got = round(whole(score === 'AB' ? 0 : score), row.of, scheme.rounding.subject)
        row.year = { got, of: row.of }
        let least = scheme.pass.subject
        const pattern = scheme.patterns.find(({ name }) => name === row.subject.pattern)!
        if (least === null)
          for (const { pass } of pattern.components) if (pass !== null && (least === null || pass > least)) least = pass
        row.lacks = least === null ? [] : lack(got, row.of, least, scheme.rounding.subject, row.subject.name, false)
        said.set(row.subject.name, say(scheme, pattern.scale, row.year))
      }
      total = countTotal()
      said.set('total', say(scheme, scheme.total.scale, total))
      failed = countFailed()
      totalLacks = lacksOfTotal()
      for (const { subject } of examined) {
        const lost = failed.some(({ name }) => name === subject.name)
        said.set(`again ${subject.name}`, `${given.get(subject.name)} ${lost ? 'failed' : 'passed'}`)
      }
      outcome = failed.length > 0 || totalLacks.length > 0 ? 'FAIL' : 'PASS'
    }
  }
  said.set('failed', [...failed.flatMap(({ lacks }) => lacks), ...totalLacks].map(({ words }) => words).join('; '))
  said.set('outcome', outcome)
  return said
}
