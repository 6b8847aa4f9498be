import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { schoolDay } from '#shared/dates.ts'
import { holidayName } from '../../attendance.rules.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useShowsOtherTerm } from '#ui/shell/TermSelector.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { DayChoice } from '../DayChoice.tsx'
import { dayInAddress } from '../registerRef.ts'
import { RegisterCards } from './RegisterCards.tsx'
import {
  filterRegisters,
  groupRegisters,
  isMissing,
  nothingMissingText,
  type RegisterFilter,
  filterLabels,
  takenText,
} from './registerList.ts'
import { useRegistersOfDay } from './useRegistersOfDay.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './TakeAttendance.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

/** The tab Take Attendance: the registers of a day, taken and not taken. */
export function TakeAttendance() {
  const { schoolId, termId, term, viewer } = useActiveSchool()
  const isOtherTerm = useShowsOtherTerm()
  const [address, setAddress] = useSearchParams()
  const today = schoolDay(new Date())
  const day = dayInAddress(address, today)
  const shown = (Object.keys(filterLabels) as RegisterFilter[]).find((filter) => filter === address.get('show')) ?? 'all'
  const { data, registers, error, refetch, failing } = useRegistersOfDay(schoolId, term ? termId : null, day)
  const groups = useMemo(() => groupRegisters(filterRegisters(registers ?? [], shown, new Date())), [registers, shown])

  function open(change: Record<string, string | null>) {
    const next = new URLSearchParams(address)
    next.set('tab', 'take')
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setAddress(next)
  }

  if (!term)
    return <EmptyState text={t`This school has no term yet`} hint={t`Add one in the settings, then its classes and sections.`} />
  const missing = (registers ?? []).filter((register) => isMissing(register, new Date())).length
  const { holiday } = data?.registersOfDay ?? {}
  return (
    <Stack gap={4}>
      <div className={styles.row}>
        <DayChoice day={day} today={today} onDay={(next) => open({ day: next === today ? null : next })} />
        {registers && registers.length > 0 && (
          <>
            <Text role="status" className={styles.text}>
              {takenText(registers, holiday)}
            </Text>
            {registers.length > 4 && (
              <ToggleGroup
                value={shown}
                onChange={(next: RegisterFilter) => open({ show: next === 'all' ? null : next })}
                aria-label={t`Registers shown`}
                className={styles.box}
              >
                {(Object.keys(filterLabels) as RegisterFilter[]).map((filter) => (
                  <Toggle key={filter} value={filter} className={styles.toggle}>
                    {filter === 'notTaken' && missing > 0 ? t`Not taken (${missing})` : filterLabels[filter]}
                  </Toggle>
                ))}
              </ToggleGroup>
            )}
          </>
        )}
      </div>
      {holiday && (
        <Alert kind="info">
          {holiday === holidayName(day, null)
            ? t`Sunday. No register is expected; one can be taken all the same.`
            : t`Holiday: ${holiday}. No register is expected; one can be taken all the same.`}
        </Alert>
      )}
      {failing && registers && (
        <Text tone="quiet" size="small" role="status">
          <Trans>No connection. This list may be out of date.</Trans>
        </Text>
      )}
      {!registers ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      ) : registers.length === 0 ? (
        <EmptyState
          text={viewer.role === 'TEACHER' ? t`No registers for you on this day` : t`No registers on this day`}
          hint={
            isOtherTerm
              ? t`The term shown is ${term.name}. Today’s registers are in the current term.`
              : viewer.role === 'TEACHER'
                ? t`You take attendance of the sections and subjects you are a teacher of. The office assigns them on the screen “Classes”.`
                : t`A section with students has its registers here; where attendance is taken by subject, those of the day’s timetable.`
          }
        />
      ) : groups.length === 0 ? (
        <EmptyState text={shown === 'notTaken' ? nothingMissingText(holiday) : t`Nobody is absent`} />
      ) : (
        groups.map(({ heading, registers: members }) => (
          <section key={heading} aria-label={heading || t`Registers`}>
            {heading && (
              <Heading level={2} className={styles.spaced}>
                {heading}
              </Heading>
            )}
            <RegisterCards registers={members} />
          </section>
        ))
      )}
    </Stack>
  )
}
