import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { RegisterCards } from './RegisterCards.tsx'
import { takenText } from './registerList.ts'
import { useRegistersOfDay } from './useRegistersOfDay.ts'
import styles from './RegistersToday.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'

/** Today's registers; renders nothing if there are none. */
export function RegistersToday() {
  const { schoolId, terms } = useActiveSchool()
  const termId = terms.find((term) => term.current)?.id ?? null
  const { data, registers, error, refetch } = useRegistersOfDay(schoolId, termId, schoolDay(new Date()))
  if (termId === null || registers?.length === 0) return null
  return (
    <section aria-label={t`Take Attendance`}>
      <div className={styles.row}>
        <Heading level={2}>
          <Trans>Take Attendance</Trans>
        </Heading>
        <Text tone="quiet" size="small" role="status">
          {registers && takenText(registers, data?.registersOfDay.holiday)}
        </Text>
      </div>
      {registers ? (
        <RegisterCards registers={registers} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={2} />
      )}
    </section>
  )
}
