import { Link as RouterLink } from 'react-router'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import {
  absentAddress,
  notTakenAddress,
  nothingMissingText,
  type SectionFigure,
  type useDayFigures,
} from '#domains/attendance/web/dayFigures.exports.tsx'
import styles from './TodaysAttendance.module.css'
import { Card } from '#ui/kit/Card.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { Link } from '#ui/kit/Link.tsx'

/** The registers that are not taken and the students who are absent today, by section, with links to their lists. */
export function TodaysAttendance({ today: { figures, error, refetch } }: { today: ReturnType<typeof useDayFigures> }) {
  if (!figures) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState lines={2} />
  const { holiday, notTaken, absent, sections, sectionsTaken } = figures
  if (sections === 0 && holiday === null) return null
  const total = absent.reduce((sum, section) => sum + section.count, 0)
  return (
    <section aria-label="Attendance today" className={styles.section}>
      <SectionsCard
        title="Registers not taken"
        value={notTaken.length}
        to={notTakenAddress}
        members={notTaken}
        emptyText={nothingMissingText(holiday)}
      />
      <SectionsCard
        title="Absent today"
        value={total}
        to={absentAddress}
        members={absent}
        showsCounts
        emptyText={
          sectionsTaken > 0 ? 'Nobody is absent' : holiday === null ? 'No register is taken yet' : nothingMissingText(holiday)
        }
        hint={sectionsTaken > 0 && sectionsTaken < sections ? `in ${sectionsTaken} of ${sections} sections` : undefined}
      />
    </section>
  )
}

interface SectionsCardProps {
  title: string
  value: number
  to: string
  members: readonly SectionFigure[]
  /** Whether each section shows its count. */
  showsCounts?: boolean
  emptyText: string
  hint?: string | undefined
}

/** Largest number of sections shown; all sections of a school would fill the page. */
const mostShown = 16

function SectionsCard({ title, value, to, members, showsCounts = false, emptyText, hint }: SectionsCardProps) {
  return (
    <Card as="section" aria-label={title} className={styles.sectionsCardSection}>
      <Link as={RouterLink} to={to} className={styles.row} bare>
        <Text as="span" size="small" className={styles.hint}>
          {title}
        </Text>
        <Text as="span" className={styles.figure}>
          {value.toLocaleString('en-IN')}
        </Text>
        {hint && (
          <Text tone="quiet" as="span" size="small">
            {hint}
          </Text>
        )}
      </Link>
      {members.length === 0 ? (
        <Text tone="quiet" size="small">
          {emptyText}
        </Text>
      ) : (
        <ul className={styles.list}>
          {members.slice(0, mostShown).map((section) => (
            <li key={section.key}>
              <ChipButton
                as={RouterLink}
                to={section.to}
                outlined
                label={
                  showsCounts ? (
                    <>
                      {section.label} · <b>{section.count}</b>
                    </>
                  ) : (
                    section.label
                  )
                }
              />
            </li>
          ))}
          {members.length > mostShown && (
            <li>
              <Link as={RouterLink} to={to}>
                and {(members.length - mostShown).toLocaleString('en-IN')} more
              </Link>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}
