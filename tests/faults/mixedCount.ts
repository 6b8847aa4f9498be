import pg from 'pg'
import { checkData } from '#platform/dataChecks.ts'
import { Database } from '#platform/database/connect.ts'
import { formatReceiptNumber } from '#domains/fees/receipts.rules.ts'
import type { MixedSchool } from './mixedSchool.ts'
import type { Acknowledged } from './mixedLoad.ts'

/** Differences: acknowledged data that is missing or changed, and stored data that nobody was told about. */
export interface Reconciled {
  lost: number
  duplicated: number
  /** The differences and other violations, in sentences. */
  wrong: string[]
}

type Select = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/**
 * Compares everything acknowledged with what is stored at one moment. No request may be pending.
 * @param over true when background work must be finished too
 */
export async function reconcile(
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
  school: MixedSchool,
  known: Acknowledged,
  over: boolean,
): Promise<Reconciled> {
  const found: Reconciled = { lost: 0, duplicated: 0, wrong: [] }
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin isolation level repeatable read read only')
    const select: Select = async (text, values = [school.school.id]) => (await owner.query(text, values)).rows
    for (const compare of [payments, registers, scores, imports, legacy, batches, documents, promotions])
      await compare(select, school, known, found, over)
  } finally {
    await owner.end()
  }
  const database = new Database(appUrl, { onError: () => undefined, connections: 2 })
  try {
    const { findings } = await checkData(database)
    found.wrong.push(...findings.map(({ check, rows }) => `The check ${check} found ${rows.length} rows.`))
  } finally {
    await database.close()
  }
  return found
}

type Compare = (select: Select, school: MixedSchool, known: Acknowledged, found: Reconciled, over: boolean) => Promise<void>

/** Checks that each acknowledged key is stored as `same` says. Other stored rows count as duplicates. */
function match<Stored>(
  what: string,
  stored: ReadonlyMap<string, Stored>,
  keys: Iterable<string>,
  found: Reconciled,
  same: (key: string, one: Stored) => string | undefined,
): void {
  const left = new Set(stored.keys())
  for (const key of keys) {
    const one = stored.get(key)
    const problem = one === undefined ? 'is not stored' : same(key, one)
    left.delete(key)
    if (problem === undefined) continue
    found.lost += 1
    found.wrong.push(`${what} ${key} ${problem}.`)
  }
  found.duplicated += left.size
  for (const key of left) found.wrong.push(`${what} ${key} is stored, and nobody was told so.`)
}

const by = <Row extends { key: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.key, row]))

const payments: Compare = async (select, _, known, found) => {
  const rows = await select<{
    key: string
    amount: number
    prefix: string
    year: string
    no: number
    state: string
    deleted: boolean
  }>(
    `select id::text as key, amount, receipt_prefix as prefix, receipt_year as year, receipt_no as no, state,
       deleted_at is not null as deleted
     from payments where school_id = $1`,
  )
  match('The payment', by(rows), known.payments.keys(), found, (key, row) => {
    const told = known.payments.get(key)
    const number = formatReceiptNumber({ receiptPrefix: row.prefix, receiptYear: row.year, receiptNo: row.no })
    const stored = [row.amount, number, row.state, row.deleted].join()
    const expected = [told?.amount, told?.receiptNumber, told?.state, told?.deleted].join()
    return stored === expected ? undefined : `is ${stored} and was acknowledged as ${expected}`
  })
  const numbers = new Set([...known.payments.values()].map((one) => one.receiptNumber))
  if (numbers.size < known.payments.size) {
    found.duplicated += known.payments.size - numbers.size
    found.wrong.push('Two payments were told the same receipt number.')
  }
  const gaps = await select(
    `select receipt_year from payments where school_id = $1 group by receipt_year
     having max(receipt_no) <> count(*) or min(receipt_no) <> 1`,
  )
  if (gaps.length > 0) found.wrong.push('The receipts have a gap.')
}

const registers: Compare = async (select, _, known, found) => {
  const rows = await select<{ key: string; version: number; marks: string }>(
    `select r.day::text as key, r.version, string_agg(m.value, '' order by m.student_id) as marks
     from registers r left join marks m on m.school_id = r.school_id and m.register_id = r.id
     where r.school_id = $1 and r.session = 'DAY' group by r.school_id, r.id`,
  )
  match('The register of', by(rows), known.registers.keys(), found, (key, row) => {
    const told = known.registers.get(key)
    return row.version === told?.version && row.marks === told.marks ? undefined : `has other marks than were acknowledged`
  })
  const [{ taken } = { taken: 0 }] = await select<{ taken: number }>(
    `select count(*)::int as taken from audit_log where school_id = $1 and action = 'attendance.take' and not fields @> '{again}'`,
  )
  if (taken !== known.registersSaved)
    found.wrong.push(`Registers were stored ${taken} times, acknowledged ${known.registersSaved}.`)
}

const scores: Compare = async (select, _, known, found) => {
  const value = 'coalesce(code, (marks / 100)::text) as value'
  const stored = await select<{ key: string; value: string }>(
    `select student_id || ' ' || component as key, ${value} from scores where school_id = $1`,
  )
  match('The score', by(stored), known.scores.keys(), found, (key, row) => {
    const told = known.scores.get(key)?.at(-1)
    return row.value === told ? undefined : `is ${row.value} and was acknowledged as ${told}`
  })
  const changes = await select<{ key: string; value: string }>(
    `select student_id || ' ' || component || ' ' || row_number() over (partition by student_id, component order by id) as key, ${value}
     from score_changes where school_id = $1`,
  )
  const told = new Map([...known.scores].flatMap(([cell, values]) => values.map((each, nth) => [`${cell} ${nth + 1}`, each])))
  match('The change of a score', by(changes), told.keys(), found, (key, row) =>
    row.value === told.get(key) ? undefined : `is to ${row.value} and was acknowledged as ${told.get(key)}`,
  )
  const [{ entered } = { entered: 0 }] = await select<{ entered: number }>(
    `select count(*)::int as entered from audit_log where school_id = $1 and action = 'scores.enter' and not fields @> '{again}'`,
  )
  if (entered !== known.scoresSaved) found.wrong.push(`Scores were stored ${entered} times, acknowledged ${known.scoresSaved}.`)
}

const imports: Compare = async (select, _, known, found) => {
  const rows = await select<{ key: string; rows: number; places: number; logins: number; accounts: number }>(
    `with people as (
       select name, id as student_id, null::bigint as user_id, subject, school_id from students where school_id = $1 and name ilike 'pupil %'
       union all select name, null, id, subject, school_id from users where school_id = $1 and name ilike 'master %'
     )
     select lower(split_part(p.name, ' ', 2)) as key, count(*)::int as rows, count(l.subject)::int as logins,
       count(a.id)::int as accounts, count(*) filter (where p.user_id is not null or e.student_id is not null)::int as places
     from people p left join logins l on l.subject = p.subject and l.school_id = p.school_id
       left join auth."user" a on a.id = p.subject
       left join enrolments e on e.school_id = p.school_id and e.student_id = p.student_id
     where split_part(p.name, ' ', 2) !~ '^[0-9]' group by 1`,
  )
  match('The import', by(rows), known.imports.keys(), found, (key, row) => {
    const told = known.imports.get(key)?.rows
    const all = [row.rows, row.logins, row.accounts, row.places]
    return all.every((number) => number === told) ? undefined : `of ${told} rows has ${all.join()}`
  })
  const ids = new Map([...known.imports].map(([word, { id }]) => [id, word]))
  match(
    'The Bulk Add',
    by(await select<{ key: string }>('select id::text as key from imports where school_id = $1')),
    ids.keys(),
    found,
    () => undefined,
  )
}

const legacy: Compare = async (select, _, known, found, over) => {
  const stored = by(
    await select<{ key: string; state: string; failure: string | null }>(
      'select id::text as key, state, failure from legacy_imports where school_id = $1',
    ),
  )
  const people = by(
    await select<{ key: string; rows: number; places: number }>(
      `select split_part(l.legacy_id, '-', 1) as key, count(distinct s.id)::int as rows, count(e.student_id)::int as places
       from legacy_students l join students s on s.school_id = l.school_id and s.id = l.student_id
         left join enrolments e on e.school_id = l.school_id and e.student_id = l.student_id
       where l.school_id = $1 group by 1`,
    ),
  )
  const words = new Map([...known.legacy].map(([word, { id }]) => [id, word]))
  match('The file of the previous system', stored, words.keys(), found, (id, { state, failure }) => {
    const told = known.legacy.get(words.get(id) ?? '')?.rows ?? 0
    const came = people.get(words.get(id) ?? '')
    if (state === 'DONE')
      return came?.rows === told && came.places === 2 * told ? undefined : `is done, and ${came?.rows} of ${told} came in`
    if (came) return `is ${state}, and ${came.rows} came in`
    if (state === 'FAILED') return /interrupted three times/.test(failure ?? '') ? undefined : `failed: ${failure}`
    return over ? `is ${state} at the end` : undefined
  })
}

const batches: Compare = async (select, _, known, found) => {
  const rows = await select<{ key: string; queued: number; recipients: number }>(
    `select b.id::text as key, count(m.id)::int as queued, count(distinct m.phone)::int as recipients
     from message_batches b left join messages m on m.school_id = b.school_id and m.batch_id = b.id
     where b.school_id = $1 group by b.school_id, b.id`,
  )
  match('The messages', by(rows), known.batches.keys(), found, (key, { queued, recipients }) => {
    const told = known.batches.get(key)
    return queued === told && recipients === told ? undefined : `are ${queued} to ${recipients}, and were to be ${told}`
  })
}

const documents: Compare = async (select, _, known, found, over) => {
  const rows = await select<{ key: string; state: string; failure: string | null; files: number }>(
    `select j.id::text as key, j.state, j.failure, count(f.file_id)::int as files
     from document_jobs j left join document_job_files f on f.school_id = j.school_id and f.job_id = j.id
     where j.school_id = $1 group by j.school_id, j.id`,
  )
  match('The report', by(rows), known.documents, found, (_key, { state, failure, files }) => {
    if (state === 'DONE') return files === 3 ? undefined : `is done, and has ${files} files`
    if (state === 'FAILED') return failure ? undefined : 'failed, and nobody says why'
    return over ? `is ${state} at the end` : undefined
  })
}

const promotions: Compare = async (select, { turned, newTermId, moves }, known, found, over) => {
  const rows = await select<{ key: string; state: string }>(
    'select id::text as key, state from promotions where school_id = $1',
    [turned.id],
  )
  match('The promotion', by(rows), known.promotions.keys(), found, (key, { state }) => {
    const reversed = known.promotions.get(key)?.reversed ?? false
    if (reversed !== (state === 'REVERSED')) return `is ${state}, and was ${reversed ? '' : 'not '}acknowledged as reversed`
    return over && state !== 'DONE' && state !== 'REVERSED' ? `is ${state} at the end` : undefined
  })
  if (!over) return
  const [{ places } = { places: 0 }] = await select<{ places: number }>(
    'select count(*)::int as places from enrolments where school_id = $1 and term_id = $2',
    [turned.id, newTermId],
  )
  const expected = rows.some(({ state }) => state === 'DONE') ? 10 * moves.length : 0
  if (places !== expected)
    found.wrong.push(`After the promotions ${places} students are in the new term, and ${expected} should be.`)
}
