import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { moduleDisabled } from '#platform/action.ts'
import { auditWithoutPerson } from '#platform/auditWithoutPerson.ts'
import { type Call, inputSchemas, parseInput } from '#platform/command.ts'
import type { Db, Read, Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { type GuardianSession, type ProvedPhone, requireGuardian } from '#platform/guardians/sessions.ts'
import { notFound } from '#platform/refusal.ts'
import { reloadSchool, type School, schoolById, type SchoolFlag } from '#platform/school.ts'
import { hasModule } from '#shared/modules.ts'
import { schoolOfOwnPlace } from '#shared/ownPlace.ts'

/*
 * Guardians who are signed in, see `platform/guardians`. They have no role: which children are theirs is asked from the
 * students' own rows at each request, so that a phone that moves to another family loses the first at once. It gains
 * the second by a new proof alone (decisions/0115).
 */

/**
 * SQL of the ids of the enabled students with a phone, the first or another one, who were listed with it when it was
 * proved, or of those who were listed later. Everything that a phone opens, by a device or by a pay link, asks this.
 */
export function studentsOfPhone(
  schoolId: number,
  { phone, provedAt }: ProvedPhone,
  listed: 'BEFORE' | 'LATER' = 'BEFORE',
): RawBuilder<unknown> {
  return sql`select s.id from student_phones as listed
    join students as s on s.school_id = ${schoolId} and s.id = listed.student_id
    where listed.school_id = ${schoolId} and listed.phone = ${phone}
      and (listed.listed_at > ${provedAt}::timestamptz) = ${sql.lit(listed === 'LATER')}
      and ${phone} = any (s.phones || s.phone) and not s.disabled`
}

/** A guardian's child in a command. */
export interface GuardianRow {
  studentId: number
  name: string
  /** Of the current term; null for a child without a place in it. */
  sectionId: number | null
}

interface Running<Input> {
  db: Tx
  call: Call
  school: School
  schoolId: number
  guardian: GuardianSession
  input: Input
}

interface GuardianCommand<Schema extends z.ZodType, Result> {
  /** The action's name in the audit log. */
  action: string
  input: Schema
  run: (running: Running<z.output<Schema>>) => Promise<{ result: Result; ids: readonly number[] }>
}

/**
 * Defines a command of a guardian who is signed in: parse the input, open the transaction of the place's school, run,
 * write the audit row without a person. `run` must ask for the child by {@link ownChild}.
 *
 * The returned function takes `(call, place, input)` and throws Refusal: SIGNED_OUT, NOT_FOUND (also for another
 * family's child), BAD_INPUT with a problem per field, and what `run` throws.
 */
export function guardianCommand<Schema extends z.ZodType, Result>({
  action,
  input: schema,
  run,
}: GuardianCommand<Schema, Result>) {
  inputSchemas.push({ name: action, schema })
  return async (call: Call, place: string, rawInput: unknown): Promise<Result> => {
    try {
      const guardian = await requireGuardian(call)
      const school = await schoolById(call.database, schoolOfOwnPlace(place) ?? -1)
      if (!school) throw notFound()
      const input = parseInput(schema, rawInput)
      return await call.database.transaction(school.id, async (db) => {
        const { result, ids } = await run({ db, call, school, schoolId: school.id, guardian, input })
        await auditWithoutPerson(db, school.id, { role: 'GUARDIAN', action, ids, requestId: call.requestId })
        return result
      })
    } catch (error) {
      throw asRefusal(error)
    }
  }
}

interface ReadingGuardian<Input> extends Pick<Running<Input>, 'call' | 'school' | 'schoolId' | 'guardian' | 'input'> {
  /** Builds statements; `read` runs them. */
  db: Db
  read: Read
}

/**
 * Defines a query of a guardian who is signed in. `run` must ask for the child by {@link childOfPhone}. The returned
 * function takes what a {@link guardianCommand} takes, and refuses as it does.
 */
export function guardianQuery<Schema extends z.ZodType, Result>({
  name,
  input: schema,
  run,
}: {
  name: string
  input: Schema
  run: (reading: ReadingGuardian<z.output<Schema>>) => Promise<Result>
}) {
  inputSchemas.push({ name, schema })
  return async (call: Call, place: string, rawInput: unknown): Promise<Result> => {
    try {
      const guardian = await requireGuardian(call)
      const school = await schoolById(call.database, schoolOfOwnPlace(place) ?? -1)
      if (!school) throw notFound()
      const input = parseInput(schema, rawInput)
      const read: Read = (...statements) => call.database.read(school.id, statements)
      return await run({ db: call.database.kysely, read, call, school, schoolId: school.id, guardian, input })
    } catch (error) {
      throw asRefusal(error)
    }
  }
}

/** @throws Refusal DISABLED_MODULE in a school that has not switched a module on */
export async function requireModule({ database }: Call, school: School, flag: SchoolFlag): Promise<void> {
  if (hasModule<SchoolFlag>(school, flag)) return
  const now = await reloadSchool(database, school.id)
  if (!now || !hasModule<SchoolFlag>(now, flag)) throw moduleDisabled()
}

/**
 * Selects a guardian's own child without locking it: no row for a student who is disabled, has another phone, or was
 * listed with it after the proof.
 */
export function childOfPhone(db: Db | Tx, schoolId: number, proved: ProvedPhone, studentId: number) {
  return db
    .selectFrom('students')
    .select(['students.id', 'students.name'])
    .where('students.schoolId', '=', schoolId)
    .where('students.id', '=', studentId)
    .where(sql<SqlBool>`students.id in (${studentsOfPhone(schoolId, proved)})`)
}

/**
 * Locks a guardian's own child, whose phones then stay, and returns it.
 *
 * @throws Refusal NOT_FOUND for a student who is disabled, has another phone, or was listed with it after the proof
 */
export async function ownChild(db: Tx, schoolId: number, proved: ProvedPhone, studentId: number): Promise<GuardianRow> {
  const child = await db
    .selectFrom('students')
    .select((row) => [
      'students.id as studentId',
      'students.name',
      row
        .selectFrom('enrolments')
        .innerJoin('terms', (on) => on.on('terms.schoolId', '=', currentSchool).onRef('terms.id', '=', 'enrolments.termId'))
        .select('enrolments.sectionId')
        .where('enrolments.schoolId', '=', currentSchool)
        .whereRef('enrolments.studentId', '=', 'students.id')
        .where('terms.current', '=', true)
        .as('sectionId'),
    ])
    .where('students.schoolId', '=', schoolId)
    .where('students.id', '=', studentId)
    .where(sql<SqlBool>`students.id in (${studentsOfPhone(schoolId, proved)})`)
    .forNoKeyUpdate('students')
    .executeTakeFirst()
  if (!child) throw notFound()
  return child
}

/** Selects the facts about children that their guardians see besides class and fees. */
export function childFacts(db: Db, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('students')
    .innerJoin('enrolments', (on) =>
      on.on('enrolments.schoolId', '=', currentSchool).onRef('enrolments.studentId', '=', 'students.id'),
    )
    .select(['students.id', 'students.photoFile', 'students.qrcode', 'enrolments.sectionId'])
    .where('students.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where(sql<SqlBool>`students.id = any(${studentIds}::bigint[])`)
}
