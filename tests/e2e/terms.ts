import { demoYear } from '#development/demo/schoolYear.ts'
import { schoolDay, schoolYearStart } from '#shared/dates.ts'
import { showSchoolYear } from '#shared/schoolYears.ts'

const today = schoolDay(new Date())
const year = Number(schoolYearStart(today).slice(0, 4))

/** Names of the school years around the test moment: `2026-27` is the current one in November 2026. */
export const termBefore = showSchoolYear(year - 1)
export const currentTerm = showSchoolYear(year)
export const termAfter = showSchoolYear(year + 1)

/** The empty term after the demo's current one. */
export const demoTermAfter = showSchoolYear(demoYear(today) + 1)
