import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import { addStudents } from '../world/rows.ts'
import type { TestSchool } from '../world/testWorld.ts'
import { layoutOf, statedFields } from '../certificateFormats.ts'
import type { Extra } from './cells.ts'

/** Adds a format, and certificates of two former students: one of 7-A, one of 8-A. */
export async function addCertificates(db: Tx, school: TestSchool): Promise<Extra> {
  const { id: schoolId, termId, section7A, section8A } = school
  const format = layoutOf('')
  const fields = statedFields.map((name, place) => ({ name, sr: place + 1 }))
  const { id: formatId } = await db
    .insertInto('certificateFormats')
    .values({ schoolId, name: 'Leaving certificate', format, fields: JSON.stringify(fields), changedByName: 'Super Admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  // As if these two were issued before the counter, so that its start can still be set.
  await db.insertInto('certificateCounters').values({ schoolId, firstSerial: 3, lastSerial: 2 }).execute()
  const certificateOf = async (sectionId: number, serial: number) => {
    // Disabled, so that no register expects them.
    const student = { name: `Left ${serial}`, phone: '9876543210', roll: `9${serial}`, disabled: true }
    const [studentId = 0] = await addStudents(db, school, sectionId, [student])
    const { id } = await db
      .insertInto('certificates')
      .values({
        schoolId,
        serial,
        studentId,
        termId,
        formatId,
        format,
        values: '{}',
        studentName: student.name,
        token: `${schoolId.toString(36)}-${randomUUID()}`,
        issuedBy: randomUUID(),
        issuedByName: 'An Admin',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, studentId }
  }
  const [seven, eight] = [await certificateOf(section7A, 1), await certificateOf(section8A, 2)]
  return { certificateFormat: formatId, certificate7: seven.id, certificate8: eight.id, left7: seven.studentId }
}
