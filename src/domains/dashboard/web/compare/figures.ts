import { t } from '@lingui/core/macro'
import { schoolDay } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { showMoney } from '#shared/money.ts'
import { takeAddress } from '#domains/attendance/web/today.exports.ts'
import { cashiersAddress, entriesAddress } from '#domains/fees/web/fees.exports.tsx'
import { pendingAddress } from '#domains/fees/web/termLists.exports.ts'
import type { ComparedSchoolFragment, CompareSchoolsQueryVariables } from './compare.graphql.ts'

export type School = ComparedSchoolFragment
type Sort = NonNullable<CompareSchoolsQueryVariables['input']['sort']>

/** A figure of a school: how it is sorted and shown, and the school's screen that it opens. */
export interface SchoolFigure {
  sort: Sort
  label: string
  /** The number behind it, for an export; null before it was counted. */
  value: (school: School) => number | null
  text: (school: School) => string
  /** Whether the value is in paise. */
  money: boolean
  to: () => string
}

const today = () => schoolDay(new Date())

/** Returns the percentage of present students with one decimal; null where no register was taken. */
export function presentPercent({ present, absent }: Pick<School, 'present' | 'absent'>): number | null {
  const all = (present ?? 0) + (absent ?? 0)
  return all === 0 ? null : Math.round(((present ?? 0) * 1000) / all) / 10
}

function attendanceText(school: School): string {
  const { sections, sectionsTaken } = school
  const percent = presentPercent(school)
  if (percent === null) return '–'
  if (sections && sectionsTaken !== null && sectionsTaken !== undefined && sectionsTaken < sections)
    return t`${percent.toFixed(1)}% · ${sectionsTaken} of ${sections}`
  return `${percent.toFixed(1)}%`
}

const countText = (count: number | null | undefined) => (count === null || count === undefined ? '–' : showCount(count))
const moneyText = (amount: number | null | undefined) => (amount === null || amount === undefined ? '–' : showMoney(amount))

/** The figures by which schools are compared, in the order of the columns. */
export const schoolFigures: readonly SchoolFigure[] = [
  {
    sort: 'STUDENTS',
    label: t`Students`,
    value: ({ students }) => students ?? null,
    text: ({ students }) => countText(students),
    money: false,
    to: () => '/students',
  },
  {
    sort: 'ATTENDANCE',
    label: t`Present today`,
    value: presentPercent,
    text: attendanceText,
    money: false,
    to: () => takeAddress,
  },
  {
    sort: 'COLLECTED_TODAY',
    label: t`Collected today`,
    value: ({ collectedToday }) => collectedToday ?? null,
    text: ({ collectedToday }) => moneyText(collectedToday),
    money: true,
    to: () => entriesAddress({ from: today(), to: today() }),
  },
  {
    sort: 'COLLECTED_TERM',
    label: t`Collected this term`,
    value: ({ collectedTerm }) => collectedTerm ?? null,
    text: ({ collectedTerm }) => moneyText(collectedTerm),
    money: true,
    to: () => '/money',
  },
  {
    sort: 'OVERDUE',
    label: t`Overdue`,
    value: ({ overdue }) => overdue ?? null,
    text: ({ overdue }) => moneyText(overdue),
    money: true,
    to: () => pendingAddress({ due: '' }),
  },
  {
    sort: 'OPEN_DAYS',
    label: t`Days not closed`,
    value: ({ openDays }) => openDays ?? null,
    text: ({ openDays }) => countText(openDays),
    money: false,
    to: () => cashiersAddress,
  },
]
