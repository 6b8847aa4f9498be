import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { countedSessions } from '../attendance.rules.ts'
import { registerAddress } from './registerRef.ts'
import { isMissing, lastTakenRegisters } from './take/registerList.ts'
import { type DayRegisterRowFragment, RegistersOfDayDocument } from './take/take.graphql.ts'
import { sessionLabel } from './labels.ts'

/** The poll interval of the fees dashboard beside it (second document, section 9). */
const everyMs = 10_000

/** A section behind a figure, with a link to its register. */
export interface SectionFigure {
  key: string
  /** '7-B', with the half day or slot if there are several. */
  label: string
  count: number
  to: string
}

export interface DayFigures {
  /** Why no register is expected today. */
  holiday: string | null
  /** Due registers that were not taken. */
  notTaken: SectionFigure[]
  /** Absent students by section, from its last register, without sections where nobody is absent. */
  absent: SectionFigure[]
  /** Number of sections with a taken register today. `sections` is their total. */
  sectionsTaken: number
  sections: number
}

function sectionFigure(register: DayRegisterRowFragment, count: number): SectionFigure {
  return {
    key: register.id,
    label: [register.sectionName, sessionLabel(register)].filter(Boolean).join(' '),
    count,
    to: registerAddress(register),
  }
}

/** Returns today's attendance figures, polled every ten seconds; `figures` is undefined while loading. */
export function useDayFigures(): { figures: DayFigures | undefined; error: unknown; refetch: () => void } {
  const { schoolId, school, terms, termId } = useActiveSchool()
  const client = useDataClient()
  // Today belongs to the current term, whichever term the dashboard shows.
  const current = terms.find((term) => term.current)?.id ?? termId
  const variables = { schoolId, input: { termId: current, day: schoolDay(new Date()) } }
  const { data, error, refetch } = useQuery(RegistersOfDayDocument, { variables, fetchPolicy: 'cache-first' })
  usePoll(everyMs, (signal) => client.fetch(RegistersOfDayDocument, variables, { signal }))
  const retry = () => void refetch().catch(() => undefined)
  if (!data) return { figures: undefined, error, refetch: retry }
  const now = new Date()
  const counted = countedSessions(school.attType)
  const registers = data.registersOfDay.registers.filter((register) => counted.includes(register.session))
  const taken = lastTakenRegisters(registers)
  const figures = {
    holiday: data.registersOfDay.holiday ?? null,
    notTaken: registers.filter((register) => isMissing(register, now)).map((register) => sectionFigure(register, 1)),
    absent: taken
      .filter((register) => (register.register?.absent ?? 0) > 0)
      .map((register) => ({ ...sectionFigure(register, register.register?.absent ?? 0), label: register.sectionName })),
    sectionsTaken: taken.length,
    sections: new Set(registers.map((register) => register.sectionId)).size,
  }
  return { figures, error: undefined, refetch: retry }
}
