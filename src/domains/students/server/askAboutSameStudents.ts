import { sql } from 'kysely'
import { stripAadhaarSeparators } from '#shared/aadhaar.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { splitPhones } from '#shared/phones.ts'
import { t } from '#shared/texts.ts'
import type { CommandContext } from '#platform/command.ts'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { type Problem, Refusal } from '#platform/refusal.ts'
import { seesClass } from '#domains/classes/server/classes.exports.ts'
import { nameKey } from '../students.rules.ts'
import { aadhaarOf } from './studentRecords.exports.ts'
import type { Student } from './students.sql.ts'
import type { StudentEntry } from './writeStudents.ts'

type Context = Pick<CommandContext<unknown, unknown>, 'db' | 'call' | 'viewer' | 'schoolId'>

/**
 * Asks before a child is added who may be a student already: by the name and a phone, or by the Aadhaar number, in any
 * term and also as a disabled student. Twins with one phone have two names. The request that adds the child in spite of
 * it says `addAnyway`.
 * @throws Refusal CONFLICT with a problem at `addAnyway` of each such entry, which names the student
 */
export async function askAboutSameStudents(context: Context, entries: readonly StudentEntry[]): Promise<void> {
  const phones = entries.flatMap(phonesOf)
  const lastDigits = entries.flatMap((entry) => aadhaarNumberOf(entry).slice(-4) || [])
  if (phones.length === 0 && lastDigits.length === 0) return
  const students = await studentsWith(context, phones, lastDigits)
  const byName = Map.groupBy(students, ({ name }) => nameKey(name))
  const byAadhaar = new Map<string, SameStudent>()
  for (const student of students) {
    const number = student.aadharSealed === null ? null : aadhaarOf(student, context.call.services.config)
    if (number !== null) byAadhaar.set(number, student)
  }
  const here = new Set<string>()
  const problems = entries.flatMap((entry): Problem[] => {
    const { name = '' } = entry.provided
    const [number, own] = [aadhaarNumberOf(entry), phonesOf(entry)]
    const student =
      byAadhaar.get(number) ??
      byName.get(nameKey(name))?.find(({ phone, phones: others }) => [phone, ...others].some((each) => own.includes(each)))
    const keys = [...(number === '' ? [] : [number]), ...own.map((phone) => `${phone} ${nameKey(name)}`)]
    const isTwice = keys.some((key) => here.has(key))
    for (const key of keys) here.add(key)
    if (!student && !isTwice) return []
    const message = student ? sameStudentMessage(context, student) : t`${name} is here twice.`
    return [{ path: `${entry.path}addAnyway`, message }]
  })
  if (problems[0]) throw new Refusal('CONFLICT', problems[0].message, problems)
}

type SameStudent = Pick<Student, 'id' | 'schoolId' | 'name' | 'phone' | 'phones' | 'registerNo' | 'disabled' | 'aadharSealed'> & {
  classId: number | null
  place: string | null
}

/** Selects all such students of the school, also those whom the viewer does not see. */
function studentsWith({ db, schoolId }: Context, phones: readonly string[], lastDigits: readonly string[]) {
  return db
    .selectFrom('students')
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('enrolments')
          .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
          .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
          .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'enrolments.termId'))
          .select(['classes.id as classId', sql<string>`classes.name || '-' || sections.name`.as('place')])
          .where('enrolments.schoolId', '=', currentSchool)
          .whereRef('enrolments.studentId', '=', 'students.id')
          .orderBy('terms.past')
          .orderBy('enrolments.termId', 'desc')
          .limit(1)
          .as('latest'),
      (on) => on.onTrue(),
    )
    .select(['students.id', 'students.schoolId', 'students.name', 'students.phone', 'students.phones', 'students.registerNo'])
    .select(['students.disabled', 'students.aadharSealed', 'latest.classId', 'latest.place'])
    .where('students.schoolId', '=', schoolId)
    .where('students.erasedAt', 'is', null)
    .where(
      sql<boolean>`students.id = any(array(
        select p.student_id from student_phones p where p.school_id = ${schoolId} and p.phone = any(${phones}::text[])
        union select s.id from students s where s.school_id = ${schoolId} and s.aadhar_last4 = any(${lastDigits}::text[])))`,
    )
    .orderBy('students.disabled')
    .orderBy('students.id')
    .execute() satisfies Promise<SameStudent[]>
}

/** The phones of an entry by which a child is known: 1234567890 stands for none. */
function phonesOf({ provided: { phone = '', phones = '' } }: StudentEntry): string[] {
  return [phone, ...splitPhones(String(phones))].filter((each) => each !== '' && each !== defaultPhone)
}

function aadhaarNumberOf({ provided: { aadharNumber = '' } }: StudentEntry): string {
  return stripAadhaarSeparators(aadharNumber)
}

function sameStudentMessage({ viewer }: Context, { name, classId, place, registerNo, disabled }: SameStudent): string {
  if (classId === null || place === null || !seesClass(viewer, classId))
    return t`This child is a student of another class already.`
  if (disabled)
    return registerNo === ''
      ? t`${name} was a student before, last in ${place}, and is disabled. Enable the student instead of adding the child again.`
      : t`${name} was a student before, last in ${place}, register number ${registerNo}, and is disabled. Enable the student instead of adding the child again.`
  return registerNo === ''
    ? t`${name} is a student already, in ${place}.`
    : t`${name} is a student already, in ${place}, register number ${registerNo}.`
}
