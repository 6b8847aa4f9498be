import type { Tx } from '#platform/database/connect.ts'
import type { DemoStudent } from './fees.ts'
import type { DemoSchool } from './schools.ts'
import { addSections } from './sections.ts'
import { storeAll } from './store.ts'

/**
 * Returns whether a student was at the school in the year before. The lowest class is new, and so are some others and
 * those who leave; the highest class is the school's first.
 */
export function wasThereBefore(school: DemoSchool, className: string, index: number): boolean {
  return className !== school.classes[0] && index % 23 !== 5 && index < school.students - school.leaving
}

/**
 * Adds the classes of the year before, and in them the students who were there, each one class lower.
 * @returns the students with their places in that year
 */
export async function addYearBefore(
  db: Tx,
  demo: { schoolId: number; termId: number; school: DemoSchool; teacherIds: readonly number[] },
  students: readonly DemoStudent[],
): Promise<DemoStudent[]> {
  const { schoolId, termId, school, teacherIds } = demo
  const sections = await addSections(db, schoolId, termId, school, school.classes.slice(0, -1), teacherIds)
  const seats = new Map<number, number>()
  const places = students
    .filter(({ className, index }) => wasThereBefore(school, className, index))
    .flatMap((student) => {
      const className = school.classes[school.classes.indexOf(student.className) - 1]
      const section = sections.find((one) => one.className === className && one.name === student.sectionName)
      if (!section) return []
      const roll = (seats.get(section.id) ?? 0) + 1
      seats.set(section.id, roll)
      return [{ section, student: { ...student, className: section.className, roll: String(roll) } }]
    })
  await storeAll(
    db,
    'enrolments',
    places.map(({ section, student }) => ({
      schoolId,
      termId,
      studentId: student.id,
      sectionId: section.id,
      roll: student.roll,
    })),
  )
  return places.map(({ student }) => student)
}
