import type { AttendanceFigures } from '../TodaysAttendance.tsx'
import { registerAddress, sessionLabel } from '#domains/attendance/web/today.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePolledQuery } from '../usePolledQuery.ts'
import { TodayDocument, type RegisterOfTodayFragment, type TodayQuery, type TodayQueryVariables } from './today.graphql.ts'

export type Today = TodayQuery['today']
export type TodaysAttendance = NonNullable<Today['attendance']>
/** The polled answer of the page of the day. */
export type PolledToday = ReturnType<typeof usePolledQuery<TodayQuery, TodayQueryVariables>>

/**
 * Polls what needs somebody today: one request, so that a line goes as soon as it is done.
 * What the last visit knew is shown only on the same day: nobody acts on yesterday's absent children.
 * @param money whether the cards of the collected money are part of it
 */
export function useToday(money: boolean): PolledToday {
  const { schoolId } = useActiveSchool()
  return usePolledQuery(TodayDocument, { schoolId, money }, isOfToday)
}

const isOfToday = ({ today }: TodayQuery) => today.day === schoolDay(new Date())

/** Returns what identifies a register of today, for commands and for lists. */
export function registerOf({ sectionId, session, subjectId, starts }: RegisterOfTodayFragment) {
  return { sectionId, session, subjectId: subjectId ?? null, starts: starts ?? null }
}

type Register = Pick<RegisterOfTodayFragment, 'sectionId' | 'session' | 'subjectId' | 'starts'>

/** Returns the address of a register of today. */
export function registerPage(register: Register, day: string): string {
  return registerAddress({ ...register, day })
}

/** Returns '7-B', with the half day or slot if there are several. */
export function registerName(register: RegisterOfTodayFragment): string {
  return [register.sectionName, sessionLabel(register)].filter(Boolean).join(' ')
}

/** Returns the figures of the absent students by section. */
export function attendanceFigures(attendance: TodaysAttendance, day: string): AttendanceFigures {
  const figure = (register: RegisterOfTodayFragment, label: string, count: number) => ({
    key: [register.sectionId, register.session, register.subjectId, register.starts].join(' '),
    label,
    count,
    to: registerPage(register, day),
  })
  return {
    holiday: attendance.holiday ?? null,
    notTaken: attendance.notTaken.map((register) => figure(register, registerName(register), 1)),
    absent: attendance.absentBySection.map((register) => figure(register, register.sectionName, register.absent)),
    sections: attendance.sections,
    sectionsTaken: attendance.sectionsTaken,
  }
}
