import { AttendanceViewerCanDocument } from '#domains/attendance/web/attendance.graphql.ts'
import { dayInAddress, registerInAddress } from '#domains/attendance/web/registerRef.ts'
import { RegisterSheetDocument, RegistersOfDayDocument } from '#domains/attendance/web/take/take.graphql.ts'
import { SectionChoicesDocument } from '#domains/classes/web/sectionChoices.graphql.ts'
import { EntriesViewerCanDocument, FeesChartDocument, SchoolFiguresDocument } from '#domains/dashboard/web/dashboard.graphql.ts'
import { TodayDocument } from '#domains/dashboard/web/today/today.graphql.ts'
import { CounterAccountDocument, CounterDocument } from '#domains/fees/web/counter/openingAccount.graphql.ts'
import { FeesViewerCanDocument } from '#domains/fees/web/fees.graphql.ts'
import { LiveLecturesDocument } from '#domains/lectures/web/openingLectures.graphql.ts'
import { SetupDocument } from '#domains/setup/web/setup.graphql.ts'
import { studentListInput } from '#domains/students/web/studentListInput.ts'
import { StudentsDocument, StudentsViewerCanDocument } from '#domains/students/web/openingStudents.graphql.ts'
import { schoolDay } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { readTableQuery } from '#ui/DataTable/tableQuery.ts'
import { type OpeningQuery, openingQuery } from '#ui/data/openingRequest.ts'
import { RefusedCommandsDocument } from '#ui/viewerCan/refusedCommands.graphql.ts'
import { ActiveSchoolDocument, ViewerDocument } from '#ui/shell/shell.graphql.ts'

/** Facts about the visit that are on the device before any code of a screen has come. */
export interface OpeningVisit {
  path: string
  address: URLSearchParams
  role: Role
  schoolId: string
  /** The shown term and the current one; null before the first visit has learnt them. */
  term: { shown: string; current: string } | null
  /** Modules of the school; all are taken for off before the first visit has learnt them. */
  flags: { feesModule: boolean; onlineFees: boolean; liveLecture: boolean }
  /** Whether the viewer sees some classes only. */
  isLimited: boolean
}

type Queries = (visit: OpeningVisit) => readonly (OpeningQuery | false | null)[]

/**
 * The queries that a screen asks when it opens, by its path. They go out with the first request, so they must have the
 * variables that the screen gives them: a query that differs is asked again. `tests/e2e/opening.spec.ts` compares them.
 * The screen that '/' leads each role to is not here: its address comes with the code. Nor is a student's page, because
 * each query here is loaded with every screen.
 */
const queriesByPath: Readonly<Record<string, Queries>> = {
  '/attendance': ({ address, schoolId, role, term }) => {
    const today = schoolDay(new Date())
    const register = registerInAddress(address, today)
    const isList = (address.get('tab') ?? (role === 'ADMIN' ? 'view' : 'take')) === 'take'
    return [
      openingQuery(AttendanceViewerCanDocument, { schoolId }),
      register && openingQuery(RegisterSheetDocument, { schoolId, input: register }),
      !register &&
        isList &&
        term &&
        openingQuery(RegistersOfDayDocument, { schoolId, input: { termId: term.shown, day: dayInAddress(address, today) } }),
    ]
  },
  '/dashboard': ({ schoolId, role, term, flags, isLimited }) =>
    role === 'ADMIN' || role === 'FEES'
      ? [
          openingQuery(TodayDocument, { schoolId, money: true }),
          flags.feesModule && openingQuery(EntriesViewerCanDocument, { schoolId }),
          flags.feesModule && term && openingQuery(FeesChartDocument, { schoolId, termId: term.shown }),
          role === 'ADMIN' && term && openingQuery(SchoolFiguresDocument, { schoolId, termId: term.shown }),
          role === 'ADMIN' && term && openingQuery(SectionChoicesDocument, { schoolId, termId: term.shown }),
          role === 'ADMIN' && !isLimited && openingQuery(SetupDocument, { schoolId }),
        ]
      : [],
  '/fees': ({ address, schoolId, term }) => {
    const studentId = address.get('student')
    return [
      openingQuery(FeesViewerCanDocument, { schoolId }),
      openingQuery(CounterDocument, { schoolId }),
      term && openingQuery(SectionChoicesDocument, { schoolId, termId: term.shown }),
      term &&
        studentId !== null &&
        openingQuery(CounterAccountDocument, {
          schoolId,
          account: { termId: address.get('term') ?? term.shown, studentId },
        }),
    ]
  },
  '/students': ({ address, schoolId, term }) => [
    openingQuery(StudentsViewerCanDocument, { schoolId }),
    term && openingQuery(SectionChoicesDocument, { schoolId, termId: term.shown }),
    term &&
      (address.get('tab') ?? 'view') === 'view' &&
      openingQuery(StudentsDocument, { schoolId, input: studentListInput(readTableQuery(address), term.shown) }),
  ],
  '/studentLectures': ({ schoolId, flags }) => [flags.liveLecture && openingQuery(LiveLecturesDocument, { schoolId })],
}

/** Returns the queries of the first request of a visit: those of the frame, and those of the screen. */
export function openingQueries(visit: OpeningVisit): OpeningQuery[] {
  const { schoolId, path } = visit
  const queries = queriesByPath[path]?.(visit) ?? []
  return [
    openingQuery(ViewerDocument, {}),
    openingQuery(ActiveSchoolDocument, { schoolId }),
    openingQuery(RefusedCommandsDocument, { schoolId }),
    ...queries.filter((query) => query !== false && query !== null),
  ]
}
