import { randomUUID } from 'node:crypto'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const today = schoolDay(new Date())

const order = (currentTerm: number, section: number) => ({
  input: {
    key: randomUUID(),
    reportType: 'condensed',
    section: String(section),
    currentTerm,
    start: addDays(today, -30),
    end: today,
    sendLink: false,
    email: '',
  },
})

/** Rights on reports. Other sections answer as if they did not exist. */
export const reportExpectations: Readonly<Record<string, Expectation>> = {
  reportsViewerCan: { who: office, noRow: true },
  reportChoices: { who: office, variables: ({ termId }) => ({ input: { termId } }) },
  orderReport: {
    who: office,
    variables: ({ termId, section7A }) => order(termId, section7A),
    outOfClass: ({ termId, section8A }) => order(termId, section8A),
  },
}
