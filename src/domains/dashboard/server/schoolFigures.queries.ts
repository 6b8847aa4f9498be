import { query } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { sharedRead } from '#platform/database/sharedRead.ts'
import { limitConcurrency } from '#platform/limitConcurrency.ts'
import { schoolById } from '#platform/school.ts'
import { schoolDay } from '#shared/dates.ts'
import { schoolsComparison } from '../schoolFigures.schema.ts'
import { countSchool } from './countSchool.ts'
import { dashboardActions } from './dashboard.permissions.ts'
import { type ComparedSchool, comparedPage, comparedSums, type SchoolSums } from './schoolFigures.sql.ts'

/** A page of schools side by side, with the sums of all that match. */
export interface SchoolsComparison {
  rows: ComparedSchool[]
  sums: SchoolSums
}

/** Figures of the shown schools that are older are counted again, in milliseconds. */
const shownFor = 60_000

/** One count of a school at a time, however many look. */
const counts = sharedRead<void>(5000, 10_000)
/** Counting takes connections, of which the requests of the schools have enough left. */
const limited = limitConcurrency(3)

/**
 * Compares all schools by the figures that are kept of each. Those on the page are at most a minute old; the others, by
 * which the page is sorted and summed, some minutes.
 */
export const compareSchools = query({
  action: dashboardActions.compareSchools,
  input: schoolsComparison,
  run: async ({ call, db, read, input }): Promise<SchoolsComparison> => {
    const now = new Date()
    const today = schoolDay(now)
    const readPage = async (): Promise<SchoolsComparison> => {
      const [rows, [sums]] = await read(comparedPage(db, today, input), comparedSums(db, today, input))
      return { rows, sums: sums ?? noSums }
    }
    const known = await readPage()
    const outdated = known.rows.filter((school) => isOutdated(school, now))
    // An export asks for hundreds at once, which the job has counted.
    if (outdated.length === 0 || known.rows.length > mostCounted) return known
    await Promise.all(outdated.map(({ schoolId }) => limited(() => countOnce(call.database, schoolId, now))))
    return readPage()
  },
})

/** Whether figures are missing, of another day, or older than those of a shown school may be. */
function isOutdated({ countedAt, sections }: ComparedSchool, now: Date): boolean {
  return countedAt === null || sections === null || now.getTime() - countedAt.getTime() > shownFor
}

/** Largest page whose schools are counted while somebody waits. */
const mostCounted = 20

function countOnce(database: Database, schoolId: number, now: Date): Promise<void> {
  return counts(database, String(schoolId), async () => {
    const school = await schoolById(database, schoolId)
    if (school) await countSchool(database, school, now)
  })
}

const noSums: SchoolSums = {
  total: 0,
  students: 0,
  present: 0,
  absent: 0,
  collectedToday: 0,
  collectedTerm: 0,
  overdue: 0,
  openDays: 0,
}
