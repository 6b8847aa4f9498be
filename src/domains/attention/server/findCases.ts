import { sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { decideReasons, type Finding, type RuleSetting, settingsOf } from '../attention.rules.ts'
import { attendanceFindings, overdueFindings } from './findings.sql.ts'
import { closeCasesWithoutReason, standingReasons, storeFigures, storeFound } from './reasons.sql.ts'

/** Registers of more days ago than these are looked at again at night only. */
const correctedDays = 8
/** A register is stored a moment after its time, when its transaction ends. */
const overlapMs = 60_000

/**
 * Opens, updates and closes the cases of a school: of all students once a day, else of the sections whose registers
 * changed since the last time. Idempotent, and of two processes one does it: the other does nothing.
 * @param day today, for the school
 * @returns the number of reasons that were found, changed or gone
 */
export async function findCases(database: Database, school: School, day: Day): Promise<number> {
  // Reads without a lock first, because most minutes there is nothing to do.
  const db = database.kysely
  const [[sweep], changed] = await database.read(school.id, [
    sweepOf(db, school.id),
    changedSections(db, school.id, day),
  ] as const)
  if (sweep && !isDue(sweep, day) && changed.length === 0) return 0
  return database.transaction(school.id, (tx) => findCasesIn(tx, school, day))
}

/** Does what `findCases` does, in a transaction of the school. */
export async function findCasesIn(db: Tx, school: School, day: Day): Promise<number> {
  const sweep = await lockSweep(db, school.id)
  if (!sweep) return 0
  const whole = isDue(sweep, day)
  const sectionIds = whole ? null : (await changedSections(db, school.id, day).execute()).map((row) => row.sectionId)
  if (sectionIds?.length === 0) return 0
  const count = await lookAt(db, school, day, sectionIds)
  await db
    .updateTable('attentionSweeps')
    .set({ seenUntil: sql`now()`, ...(whole && { sweptOn: day }) })
    .where('schoolId', '=', school.id)
    .execute()
  return count
}

/** Locks the school's sweep; undefined while another process has it. */
async function lockSweep(db: Tx, schoolId: number) {
  await db
    .insertInto('attentionSweeps')
    .values({ schoolId })
    .onConflict((conflict) => conflict.column('schoolId').doNothing())
    .execute()
  return sweepOf(db, schoolId).forUpdate().skipLocked().executeTakeFirst()
}

function sweepOf(db: Db | Tx, schoolId: number) {
  return db.selectFrom('attentionSweeps').select('sweptOn').where('schoolId', '=', schoolId)
}

/** Whether all students are to be looked at. */
function isDue({ sweptOn }: { sweptOn: Day | null }, day: Day): boolean {
  return sweptOn === null || sweptOn < day
}

/** Selects the sections whose registers of the last days changed since they were looked at. */
function changedSections(db: Db | Tx, schoolId: number, day: Day) {
  return db
    .selectFrom('registers')
    .select('sectionId')
    .distinct()
    .where('schoolId', '=', schoolId)
    .where('day', '>', addDays(day, -correctedDays))
    .where(
      sql<boolean>`changed_at > (select seen_until - ${overlapMs} * interval '1 millisecond' from attention_sweeps where school_id = ${schoolId})`,
    )
}

/** @param changed the sections to look at; null for the whole school */
async function lookAt(db: Tx, school: School, day: Day, changed: readonly number[] | null): Promise<number> {
  const { id: schoolId } = school
  const [term, rules] = [await currentTerm(db, schoolId), await rulesInForce(db, school)]
  const enabled = new Set(rules.flatMap(({ rule, enabled: on }) => (on ? [rule] : [])))
  const standing = await standingReasons(db, schoolId, term?.id ?? null, changed)
  const findings: Finding[] = []
  if (term) {
    const sectionIds = changed?.filter((id) => term.sectionIds.includes(id)) ?? term.sectionIds
    findings.push(...((await attendanceFindings(db, school, { termId: term.id, sectionIds, day, rules })?.execute()) ?? []))
    if (changed === null && enabled.has('OVERDUE')) {
      const found = standing.flatMap(({ rule, studentId }) => (rule === 'OVERDUE' ? [studentId] : []))
      findings.push(...(await overdueFindings(db, school, { termId: term.id, day, rules }, found)))
    }
  }
  const decisions = decideReasons(enabled, standing, findings)
  const { found, gone } = decisions
  await storeFigures(db, schoolId, day, decisions)
  if (term) await storeFound(db, { schoolId, termId: term.id, day }, found)
  await closeCasesWithoutReason(
    db,
    schoolId,
    day,
    gone.map(({ id }) => id),
  )
  return found.length + decisions.changed.length + gone.length
}

async function currentTerm(db: Tx, schoolId: number): Promise<{ id: number; sectionIds: number[] } | undefined> {
  const { rows } = await sql<{ id: number; sectionIds: number[] }>`
    select t.id, array(select id from sections where school_id = ${schoolId} and term_id = t.id order by id) as section_ids
    from terms t where t.school_id = ${schoolId} and t.current`.execute(db)
  return rows[0]
}

/** Returns the rules as the school has set them. Those of a module that is off are off. */
async function rulesInForce(db: Tx, school: School): Promise<RuleSetting[]> {
  const stored = await db.selectFrom('attentionRules').selectAll().where('schoolId', '=', school.id).execute()
  return settingsOf(stored).map((setting) => ({ ...setting, enabled: setting.enabled && hasRule(school, setting.rule) }))
}

/** Whether a school has what a rule counts. */
export function hasRule(school: School, rule: RuleSetting['rule']): boolean {
  if (rule === 'OVERDUE') return school.feesModule
  return rule !== 'GATE' || school.qrcode || school.rfid
}
