import DataLoader from 'dataloader'
import type { Call } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import type { ListedStudent } from './studentList.sql.ts'
import { type Student, studentsByIds } from './students.sql.ts'

const loaders = new WeakMap<Call, DataLoader<string, Student>>()

/**
 * Loads all columns and enrolments of a listed student, only when a query selects them. Batches the students of a list
 * into one statement.
 */
export function loadStudent(call: Call, student: ListedStudent | Student): Student | Promise<Student> {
  if ('places' in student) return student
  let loader = loaders.get(call)
  if (!loader) {
    loader = new DataLoader((keys) => load(call, keys), { maxBatchSize: 1000 })
    loaders.set(call, loader)
  }
  return loader.load(`${student.schoolId} ${student.id}`)
}

async function load({ database, viewer }: Call, keys: readonly string[]): Promise<(Student | Error)[]> {
  const wanted = keys.map((key) => key.split(' ').map(Number) as [schoolId: number, id: number])
  const studentsByKey = new Map<string, Student>()
  if (viewer)
    for (const schoolId of new Set(wanted.map(([school]) => school))) {
      const ids = wanted.filter(([school]) => school === schoolId).map(([, id]) => id)
      const [students] = await database.read(schoolId, [studentsByIds(database.kysely, schoolId, viewer, ids)] as const)
      for (const student of students) studentsByKey.set(`${schoolId} ${student.id}`, student)
    }
  return keys.map((key) => studentsByKey.get(key) ?? notFound())
}
