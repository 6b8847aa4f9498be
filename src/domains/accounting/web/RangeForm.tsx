import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { schoolDay } from '#shared/dates.ts'
import { DateField } from '#ui/forms/DateField.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { accountingRange } from '../accounting.schema.ts'
import { accountingRanges, type Days } from './accountingRanges.ts'
import styles from './RangeForm.module.css'

/** Chooses the days of the books: common ranges, or a first and a last day. */
export function RangeForm({ days, onDays }: { days: Days; onDays: (days: Days) => void }) {
  const form = useForm({ resolver: zodResolver(accountingRange), defaultValues: days, mode: 'onTouched' })
  const { trigger } = form
  useEffect(() => {
    // Days in an address that somebody has edited say at once what is wrong.
    if (!accountingRange.safeParse(days).success) void trigger()
  }, [days, trigger])
  return (
    <Stack gap={3}>
      <Row role="group" aria-label={t`Days`} gap={2} wrap>
        {accountingRanges(schoolDay(new Date())).map(({ label, start, end }) => (
          <ChipButton
            key={label}
            label={label}
            pressed={start === days.start && end === days.end}
            onClick={() => onDays({ start, end })}
          />
        ))}
      </Row>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void form.handleSubmit(onDays)(event)
          }}
          className={styles.form}
        >
          <DateField name="start" label={t`Start Date`} required />
          <DateField name="end" label={t`End Date`} required />
          <Button type="submit" className={styles.button}>
            <Trans>Show</Trans>
          </Button>
        </form>
      </FormProvider>
    </Stack>
  )
}
