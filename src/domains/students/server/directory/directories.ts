import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { readStamps } from '#platform/database/changeStamps.ts'
import type { Database } from '#platform/database/connect.ts'
import { sharedRound } from '#platform/database/sharedRound.ts'
import { spokenLanguage } from '#platform/languages/speech.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { studentsView } from '../../students.schema.ts'
import type { ListedStudent } from '../studentList.sql.ts'
import { directorySections, directoryStudents, listedStudents } from './directory.sql.ts'
import { Directory, type Place } from './directory.ts'

/** What the directories of a process may hold together: about 20 MB. */
const mostStudents = 100_000
/** How many rows that were shown are kept with a directory, about 700 bytes each. */
const mostRows = 2000
/** What is not a transaction of the server, such as a correction by hand, is seen after this. */
const longestMs = 60_000
/** A directory is read when as many pages have been read without it as it costs. */
const pagesOfDirectory = 4

/** A page of students, and the number of students on all pages. */
export interface StudentPage {
  rows: ListedStudent[]
  total: number
}

interface Kept {
  directory: Directory
  /** The stamp of the school's students when the directory was read; undefined before the first change. */
  stamp: string | undefined
  /** Rows that were shown, of the same state. */
  rows: LRUCache<number, ListedStudent>
}

/** The directories of a database in this process, by school and term. */
interface Directories {
  kept: LRUCache<string, Kept>
  /** How many pages have been read without a directory. */
  pages: LRUCache<string, number>
}

const directories = new WeakMap<Database, Directories>()

function directoriesOf(database: Database): Directories {
  let known = directories.get(database)
  if (!known) {
    known = {
      kept: new LRUCache({
        maxSize: mostStudents,
        // An empty one has a size too, so that their number is bounded.
        sizeCalculation: ({ directory }) => directory.size + 100,
        ttl: longestMs,
        ttlAutopurge: true,
      }),
      pages: new LRUCache({ max: 10_000, ttl: longestMs }),
    }
    directories.set(database, known)
  }
  return known
}

/**
 * Returns a page of students from the directory of their term, with only the page's rows read from the database.
 * Undefined when there is no directory, when it is not of the present, or when it cannot tell: the statements of
 * `studentList.sql.ts` answer then.
 */
export async function pageOfDirectory(
  database: Database,
  schoolId: number,
  viewer: Viewer,
  view: z.output<typeof studentsView>,
): Promise<StudentPage | undefined> {
  // Names in the order of another language are sorted by PostgreSQL's collation of it.
  if (view.sort === 'NAME' && spokenLanguage() !== 'en') return undefined
  const { kept, pages } = directoriesOf(database)
  const key = `${schoolId} ${view.termId}`
  const known = kept.get(key)
  if (!known) {
    const count = (pages.get(key) ?? 0) + 1
    pages.set(key, count)
    if (count === pagesOfDirectory) void keep(database, schoolId, view.termId, key).catch(() => pages.delete(key))
    return undefined
  }
  const found = known.directory.find(viewer, view)
  if (!found) return undefined
  const rows = found.places.map(({ studentId }) => known.rows.get(studentId))
  const missing = found.places.flatMap(({ studentId }, at) => (rows[at] ? [] : [studentId]))
  const { students, stamp } = await readStudents(database, schoolId, missing)
  if (stamp !== known.stamp) {
    if (kept.peek(key) === known) kept.delete(key)
    return undefined
  }
  found.places.forEach((place, at) => {
    const student = students.get(place.studentId)
    if (rows[at] || !student) return
    rows[at] = { ...student, ...enrolmentOf(place, view.termId) }
    known.rows.set(place.studentId, rows[at])
  })
  return { rows: rows.filter((row) => row !== undefined), total: found.total }
}

/** Reads students by id and the stamp of the school's students, for all requests of a moment at once. */
const readStudents = sharedRound(async (database, schoolId, all: readonly (readonly number[])[]) => {
  const [students, [last]] = await database.read(schoolId, [
    listedStudents(database.kysely, schoolId, [...new Set(all.flat())]),
    // Last: it proves what was read before it, too.
    readStamps(schoolId, ['students']),
  ])
  return { students: new Map(students.map((student) => [student.id, student])), stamp: last?.stamp }
})

async function keep(database: Database, schoolId: number, termId: number, key: string): Promise<void> {
  const db = database.kysely
  const [[before], sections, students, [after]] = await database.read(schoolId, [
    readStamps(schoolId, ['students']),
    directorySections(db, schoolId, termId),
    directoryStudents(db, schoolId, termId),
    readStamps(schoolId, ['students']),
  ])
  const { kept, pages } = directoriesOf(database)
  pages.delete(key)
  if (before?.stamp !== after?.stamp) return
  kept.set(key, { directory: new Directory(sections, students), stamp: after?.stamp, rows: new LRUCache({ max: mostRows }) })
}

function enrolmentOf({ enrolmentId, roll, section }: Place, termId: number) {
  const { classId, className, sectionId, sectionName } = section
  return { enrolmentId, termId, roll, classId, className, sectionId, sectionName }
}
