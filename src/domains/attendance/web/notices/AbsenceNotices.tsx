import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useSearchParams } from '#ui/navigation.tsx'
import { schoolDay } from '#shared/dates.ts'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { DayChoice } from '../DayChoice.tsx'
import { dayInAddress } from '../registerRef.ts'
import { MarkBadge } from '../take/MarkBadge.tsx'
import { showTime } from '../labels.ts'
import {
  AbsenceNoticesDocument,
  HoldNoticesDocument,
  type NoticesOfDayFragment,
  ReleaseNoticesDocument,
} from './notices.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './AbsenceNotices.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { PauseIcon, PlayIcon } from '#ui/kit/icons.ts'
import { Chip, type ChipLook } from '#ui/kit/Chip.tsx'

type Section = NoticesOfDayFragment['sections'][number]
type Student = Section['students'][number]

const everyMs = 10_000

/**
 * The tab Absence Notices: planned and sent notices of a day, with buttons to hold those of a section or the school.
 */
export default function AbsenceNotices() {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const [address, setAddress] = useSearchParams()
  const today = schoolDay(new Date())
  const day = dayInAddress(address, today)
  const variables = { schoolId, input: { day } }
  const { data, error, refetch } = useQuery(AbsenceNoticesDocument, { variables, fetchPolicy: 'cache-first' })
  usePoll(everyMs, (signal) => client.fetch(AbsenceNoticesDocument, variables, { signal }))
  const notices = data?.absenceNotices
  return (
    <Stack gap={4}>
      <div className={styles.row}>
        <DayChoice
          day={day}
          today={today}
          onDay={(next) => setAddress({ tab: 'notices', ...(next === today ? {} : { day: next }) })}
        />
        {notices && notices.sections.some(({ students }) => students.length > 0) && (
          <ExportButton
            fileName={`absence-notices-of-${day}`}
            choices={[{ label: t`All students`, tables: () => [noticesTable(notices)] }]}
          />
        )}
        {notices && notices.on && <SchoolHold notices={notices} day={day} past={day < today} />}
      </div>
      {!notices ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      ) : (
        <Notices notices={notices} past={day < today} />
      )}
    </Stack>
  )
}

function SchoolHold({ notices, day, past }: { notices: NoticesOfDayFragment; day: string; past: boolean }) {
  const { schoolId } = useActiveSchool()
  const [hold, holding] = useCommand(HoldNoticesDocument, { success: t`Notices of the whole school are held` })
  const [release, releasing] = useCommand(ReleaseNoticesDocument, { success: t`Notices of the whole school are released` })
  if (past) return null
  const { allowed, reason } = notices.viewerCan.hold
  const variables = { schoolId, input: { day } }
  return (
    <div className={styles.box}>
      <Button
        icon={notices.held ? <PlayIcon /> : <PauseIcon />}
        loading={holding || releasing}
        disabled={!allowed}
        title={reason ?? undefined}
        onClick={() => void (notices.held ? release(variables) : hold(variables))}
      >
        {notices.held ? t`Release the whole school` : t`Hold the whole school`}
      </Button>
    </div>
  )
}

function Notices({ notices, past }: { notices: NoticesOfDayFragment; past: boolean }) {
  const hasStudents = (section: Section) => Number(section.students.length > 0)
  // Sections with students on the list come first.
  const timed = notices.sections.filter((section) => section.time !== null).toSorted((a, b) => hasStudents(b) - hasStudents(a))
  const untimed = notices.sections.filter((section) => section.time === null)
  const untimedNames = untimed.map((section) => section.sectionName).join(', ')
  return (
    <>
      {!notices.on && <Alert kind="info">{notices.why ?? t`No absence notices are sent.`}</Alert>}
      {notices.on && notices.why && <Alert kind="info">{notices.why}</Alert>}
      {notices.held && (
        <Alert kind="warning">
          <Trans>
            Held for the whole school by {notices.held.byName} at {showTime(notices.held.at)}. Nothing is queued until it is
            released.
          </Trans>
        </Alert>
      )}
      {timed.length === 0 && notices.on && !notices.why && (
        <EmptyState
          text={t`No section has a time for notices`}
          hint={t`Set a Notification Time for the sections on the screen “Classes”.`}
        />
      )}
      <div className={styles.grid}>
        {timed.map((section) => (
          <SectionNotices
            key={section.sectionId}
            section={section}
            day={notices.day}
            schoolHeld={Boolean(notices.held)}
            past={past}
          />
        ))}
      </div>
      {untimed.length > 0 && notices.on && (
        <Text tone="quiet" size="small">
          {t`No notices are sent, because no time is set: ${untimedNames}.`}
        </Text>
      )}
    </>
  )
}

interface SectionNoticesProps {
  section: Section
  day: string
  schoolHeld: boolean
  past: boolean
}

function SectionNotices({ section, day, schoolHeld, past }: SectionNoticesProps) {
  const { schoolId } = useActiveSchool()
  const { sectionId, sectionName, time, taken, held, students } = section
  const [hold, holding] = useCommand(HoldNoticesDocument, { success: t`Notices of ${sectionName} are held` })
  const [release, releasing] = useCommand(ReleaseNoticesDocument, { success: t`Notices of ${sectionName} are released` })
  const variables = { schoolId, input: { day, sectionId } }
  return (
    <section aria-label={t`Notices of ${sectionName}`} className={styles.section}>
      <Row gap={2} align="center" wrap>
        <div className={styles.sectionNoticesBox}>
          <Heading level={2}>{sectionName}</Heading>
          <Text tone="quiet" size="small">
            {taken ? t`at ${time ?? ''}` : t`at ${time ?? ''} · register not taken`}
          </Text>
        </div>
        {!past && (
          <Button
            variant="quiet"
            size="small"
            icon={held ? <PlayIcon /> : <PauseIcon />}
            loading={holding || releasing}
            aria-label={held ? t`Release ${sectionName}` : t`Hold ${sectionName}`}
            onClick={() => void (held ? release(variables) : hold(variables))}
          >
            {held ? t`Release` : t`Hold`}
          </Button>
        )}
      </Row>
      {held && (
        <Text size="small" className={styles.text}>
          <Trans>
            Held by {held.byName} at {showTime(held.at)}
          </Trans>
        </Text>
      )}
      {students.length > 0 ? (
        <ul className={styles.list}>
          {students.map((student) => (
            <StudentNotice key={student.studentId} student={student} held={schoolHeld || Boolean(held)} />
          ))}
        </ul>
      ) : (
        <Text size="small" className={styles.hint}>
          {taken ? t`Nobody is absent.` : t`Nobody is known to be absent yet.`}
        </Text>
      )}
      {students.length > 1 && (
        <Text size="small" className={styles.hint}>
          <Plural value={students.length} one="# student" other="# students" />
        </Text>
      )}
    </section>
  )
}

function StudentNotice({ student, held }: { student: Student; held: boolean }) {
  const { name, roll, phone, mark, subjects, state } = student
  return (
    <li className={styles.item}>
      <Avatar name={name} />
      <div className={styles.fill}>
        <div className={styles.clipped}>
          {roll} {name}
        </div>
        <div className={styles.studentNoticeHint}>
          {[state === 'NO_PHONE' ? '' : phone, subjects.join(', ')].filter(Boolean).join(' · ')}
        </div>
      </div>
      <Chip {...stateChip(student, held)} />
      {mark && <MarkBadge mark={mark} />}
    </li>
  )
}

/** Builds the export of the day's students. */
function noticesTable({ sections, held }: NoticesOfDayFragment): SheetTable {
  return tableFromCells(t`Absence notices`, [
    [t`Section`, t`Time`, t`Roll`, t`Name`, t`Phone`, t`Mark`, t`Subjects`, t`State`],
    ...sections.flatMap((section) =>
      section.students.map((student) => [
        section.sectionName,
        section.time,
        student.roll,
        student.name,
        student.phone,
        student.mark,
        student.subjects.join(', '),
        String(stateChip(student, Boolean(held ?? section.held)).label),
      ]),
    ),
  ])
}

const sentStates: Readonly<Record<string, ChipLook>> = {
  QUEUED: { label: t`queued`, tone: 'info' },
  SENDING: { label: t`being sent`, tone: 'info' },
  SENT: { label: t`sent`, tone: 'good' },
  DELIVERED: { label: t`delivered`, tone: 'good' },
  READ: { label: t`read`, tone: 'good' },
  FAILED: { label: t`failed`, tone: 'bad' },
  UNKNOWN: { label: t`may not have been sent`, tone: 'warn' },
  CANCELLED: { label: t`cancelled`, outlined: true },
}

/** Returns the state of a student's notice, with the time at which it got there: 'sent 10:31'. */
function stateChip({ state, at }: Student, held: boolean): ChipLook {
  const look = sentStates[state]
  if (look) return at ? { ...look, label: `${String(look.label)} ${showTime(at)}` } : look
  if (state === 'NO_PHONE') return { label: t`not reachable`, tone: 'bad', outlined: true }
  return held ? { label: t`held`, tone: 'warn' } : { label: t`planned`, tone: 'info', outlined: true }
}
