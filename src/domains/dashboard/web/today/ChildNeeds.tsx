import { plural, t } from '@lingui/core/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import { noticesAddress, notTakenAddress } from '#domains/attendance/web/today.exports.ts'
import { Need } from '../Need.tsx'
import styles from './TodayNeeds.module.css'
import { mostShown, type RowsPart } from './rowsPart.ts'
import { registerName, type Today } from './useToday.ts'

// The rows with their buttons come after the lines with their counts.
const TodayRows = lazy(() => import('./TodayRows.tsx'))

/**
 * The lines about children, the most urgent first, each with its rows: who came by the gate and is missing, registers
 * that were not taken, families that do not know, and those who have told the school.
 * @param registers false where the page shows the registers itself
 */
export function ChildNeeds({ today, registers = true }: { today: Today; registers?: boolean }) {
  const { attendance, viewerCan } = today
  if (!attendance) return null
  const { missingCount, notTaken, families } = attendance
  const { absent, know, soon, toTellCount, toldUsCount } = families
  const facts = [
    t`${absent} absent`,
    plural(know, { one: '# family knows', other: '# families know' }),
    soon > 0 ? plural(soon, { one: '# is told soon', other: '# are told soon' }) : '',
  ]
  return (
    <>
      <Line label={t`Came by the gate, missing in class`} count={missingCount} part="missing" today={today}>
        <Need
          urgent
          count={missingCount}
          label={t`Came by the gate, missing in class`}
          about={t`Look for the child, then correct the register or tell the family`}
        />
      </Line>
      {registers && (
        <Line label={t`Registers not taken`} count={notTaken.length} part="registers" today={today}>
          <Need
            urgent
            count={notTaken.length}
            label={t`Registers not taken`}
            about={namesOf(notTaken)}
            action={t`See registers`}
            to={notTakenAddress}
          />
        </Line>
      )}
      <Line label={t`Absent, and the family does not know`} count={toTellCount} part="families" today={today}>
        <Need
          urgent
          count={toTellCount}
          label={t`Absent, and the family does not know`}
          about={facts.filter(Boolean).join(' · ')}
          action={t`See notices`}
          to={viewerCan.sendNotice.allowed ? noticesAddress : undefined}
        />
      </Line>
      <Line label={t`Absent, and the family has told us`} count={toldUsCount} part="toldUs" today={today}>
        <Need quiet count={toldUsCount} label={t`Absent, and the family has told us`} about={t`No call is needed`} />
      </Line>
    </>
  )
}

/** The children whose birthday it is. They wait for nobody. */
export function Birthdays({ today }: { today: Today }) {
  const count = today.birthdays?.length ?? 0
  return (
    <Line label={t`Birthdays today`} count={count} part="birthdays" today={today}>
      <Need quiet count={count} label={t`Birthdays today`} about={t`Congratulate them in class, or call the family`} />
    </Line>
  )
}

interface LineProps {
  label: string
  count: number
  part: RowsPart
  today: Today
  children: ReactNode
}

/** A line with its rows, for which it keeps the place until their code has come. Nothing where nothing waits. */
function Line({ label, count, part, today, children }: LineProps) {
  if (count === 0) return null
  return (
    <section aria-label={label}>
      {children}
      <Suspense fallback={<div className={styles.place} style={{ '--rows': Math.min(count, mostShown) }} />}>
        <TodayRows part={part} today={today} />
      </Suspense>
    </section>
  )
}

/** Number of sections that are named. All sections of a school would fill the page. */
const mostNamed = 6

function namesOf(registers: readonly Parameters<typeof registerName>[0][]): string {
  const names = registers.slice(0, mostNamed).map(registerName).join(', ')
  const others = registers.length - mostNamed
  return others > 0 ? t`${names} and ${others} more` : names
}
