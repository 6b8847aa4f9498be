import type { Tx } from '#platform/database/connect.ts'
import type { DemoSchool } from './schools.ts'

/** A section of the demo with its class's name. */
export interface DemoSection {
  id: number
  className: string
  name: string
}

/** Adds classes of a term, each with the school's sections and their class teachers. */
export async function addSections(
  db: Tx,
  schoolId: number,
  termId: number,
  school: DemoSchool,
  classNames: readonly string[],
  teacherIds: readonly number[],
): Promise<DemoSection[]> {
  const classes = await db
    .insertInto('classes')
    .values(classNames.map((name) => ({ schoolId, termId, name, smsSuffix: school.settings.name })))
    .returning(['id', 'name'])
    .execute()
  const wanted = classes.flatMap((row) => school.sections.map((name) => ({ classId: row.id, className: row.name, name })))
  const rows = await db
    .insertInto('sections')
    .values(
      wanted.map(({ classId, name }, index) => ({
        schoolId,
        termId,
        classId,
        name,
        sr: index + 1,
        notificationTime: '11:00:00+05:30',
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('sectionTeachers')
    .values(rows.map((row, index) => ({ schoolId, sectionId: row.id, userId: teacherIds[index % teacherIds.length] ?? 0 })))
    .execute()
  return rows.map((row, index) => ({ id: row.id, className: wanted[index]?.className ?? '', name: wanted[index]?.name ?? '' }))
}
