import { sql } from 'kysely'
import { isLanguage, type Language } from '#shared/languages.ts'
import { languageChoice } from '#shared/languages.schema.ts'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { languageOfSchool, schoolById } from '#platform/school.ts'
import { studentsOfPhone } from '#domains/students/server/guardians.exports.ts'
import { changeAsGuardian, guardianOf } from './guardian.ts'

/**
 * Stores the language that a family has chosen on its page, for its messages too: with all of its children.
 * @throws Refusal NOT_FOUND for a link that does not work, and BAD_INPUT on `language`
 */
export async function chooseFamilyLanguage(call: Call, token: string, input: unknown): Promise<true> {
  const guardian = await guardianOf(call, token)
  const { schoolId } = guardian
  return changeAsGuardian(
    call,
    guardian,
    { action: 'student.chooseLanguage', input: languageChoice },
    input,
    async (db, { language }) => {
      const changed = await db
        .updateTable('students')
        .set({ language })
        .where('schoolId', '=', schoolId)
        .where('phone', '=', guardian.phone)
        .where(sql<boolean>`id in (${studentsOfPhone(schoolId, guardian)})`)
        .where('language', '<>', language)
        .returning('id')
        .execute()
      return { result: true as const, ids: changed.map(({ id }) => id) }
    },
  )
}

/** Returns the language that the family of a phone has chosen, and the school's. */
export async function languagesOfFamily(
  database: Database,
  schoolId: number,
  phone: string,
): Promise<{ chosen: Language | null; school: Language }> {
  const [[student]] = await database.read(schoolId, [
    database.kysely
      .selectFrom('students')
      .select('language')
      .where('schoolId', '=', schoolId)
      .where('phone', '=', phone)
      .where('language', '<>', '')
      .orderBy('id')
      .limit(1),
  ] as const)
  const school = await schoolById(database, schoolId)
  return {
    chosen: isLanguage(student?.language) ? student.language : null,
    school: school ? languageOfSchool(school) : 'en',
  }
}
