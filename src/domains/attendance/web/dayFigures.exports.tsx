import { useApolloClient, useQuery } from '@apollo/client/react'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { countedSessions } from '../attendance.rules.ts'
import { registerAddress } from './registerPlace.ts'
import { isMissing, lastTaken } from './take/registerList.ts'
import { type DayRegisterRowFragment, RegistersOfDayDocument } from './take/take.graphql.ts'
import { sessionWords } from './words.ts'

export { nothingMissing } from './take/registerList.ts'

/** As often as the fees dashboard beside it is polled (second document, section 9). */
const everyMs = 10_000

/** One section behind a figure, and the way to its register. */
export interface SectionFigure {
  key: string
  /** '7-B', with the half day or the slot where there are several. */
  label: string
  count: number
  to: string
}

export interface DayFigures {
  /** Why no register is expected today. */
  holiday: string | null
  /** Registers that are due and not taken. */
  notTaken: SectionFigure[]
  /** The absent by section, as its last register has them; sections without are left out. */
  absent: SectionFigure[]
  /** How many sections have a register today, and how many there are. */
  sectionsTaken: number
  sections: number
}

/** The lists behind the figures: addresses of the product. */
export const notTakenAddress = '/attendance?tab=take&show=notTaken'
export const absentAddress = '/attendance?tab=take&show=absent'
export const takeAddress = '/attendance?tab=take'

function figureOf(one: DayRegisterRowFragment, count: number): SectionFigure {
  return { key: one.id, label: [one.sectionName, sessionWords(one)].filter(Boolean).join(' '), count, to: registerAddress(one) }
}

/** What the head of a school asks in the morning, renewed every ten seconds; undefined until it is known. */
export function useDayFigures(): { figures: DayFigures | undefined; error: unknown; refetch: () => void } {
  const { schoolId, school, terms, termId } = useActiveSchool()
  const client = useApolloClient()
  // Today is a day of the current term, whichever the fees are looked at of.
  const current = terms.find((term) => term.current)?.id ?? termId
  const variables = { schoolId, input: { termId: current, day: schoolDay(new Date()) } }
  const { data, error, refetch } = useQuery(RegistersOfDayDocument, { variables, fetchPolicy: 'cache-first' })
  usePoll(everyMs, (signal) =>
    client.query({
      query: RegistersOfDayDocument,
      variables,
      fetchPolicy: 'network-only',
      context: { fetchOptions: { signal } },
    }),
  )
  const again = () => void refetch().catch(() => undefined)
  if (!data) return { figures: undefined, error, refetch: again }
  const now = new Date()
  const counted = countedSessions(school.attType)
  const registers = data.registersOfDay.registers.filter((one) => counted.includes(one.session))
  const taken = lastTaken(registers)
  const figures = {
    holiday: data.registersOfDay.holiday ?? null,
    notTaken: registers.filter((one) => isMissing(one, now)).map((one) => figureOf(one, 1)),
    absent: taken
      .filter((one) => (one.register?.absent ?? 0) > 0)
      .map((one) => ({ ...figureOf(one, one.register?.absent ?? 0), label: one.sectionName })),
    sectionsTaken: taken.length,
    sections: new Set(registers.map((one) => one.sectionId)).size,
  }
  return { figures, error: undefined, refetch: again }
}
