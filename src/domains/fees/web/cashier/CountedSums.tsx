import { t } from '@lingui/core/macro'
import { useFormState, useWatch } from 'react-hook-form'
import { showMoney, subtractMoney } from '#shared/money.ts'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { classes } from '#ui/kit/classes.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { countDrawer, denominations, type NoteCounts } from '../../cashier.rules.ts'
import { differenceText } from '../../closingSheet.ts'
import type { DayToClose } from './CloseDayForm.tsx'
import styles from './CountedSums.module.css'
import { countIn, type TypedNotes } from './typedNotes.ts'

/** What the drawer should hold and holds, with the reason of a difference, and the account of a deposit. */
export function CountedSums({ day }: { day: DayToClose }) {
  const [notes, deposit]: [TypedNotes, TypedNotes] = useWatch({ name: ['notes', 'deposit'] })
  const { counted, difference, deposited, carried } = countDrawer(day.expected, countsOf(notes), countsOf(deposit))
  const { isSubmitted } = useFormState()
  // Before the first note is counted, nothing is missing yet.
  const differs = difference !== 0 && (counted !== 0 || isSubmitted)
  const goneCash = day.cashOut !== 0
  return (
    <Stack gap={4}>
      <dl className={styles.sums} aria-label={t`The drawer`}>
        <Sum label={t`Carried on from the day before`} value={showMoney(day.opening)} />
        <Sum label={t`Taken in cash`} value={showMoney(day.cashIn)} />
        {goneCash && <Sum label={t`Given back or deleted`} value={showMoney(subtractMoney(0, day.cashOut))} />}
        <Sum label={t`Expected`} value={showMoney(day.expected)} strong />
        <Sum label={t`Counted`} value={showMoney(counted)} strong />
        <Sum
          label={t({ message: 'Difference', context: 'of cash' })}
          value={differenceText(difference)}
          tone={differs ? styles.differs : undefined}
          strong
        />
        <Sum label={t`To the bank`} value={showMoney(deposited)} />
        <Sum label={t`Stays in the drawer`} value={showMoney(carried)} />
      </dl>
      {differs && <TextField name="reason" label={t`Reason of the difference`} required maxLength={200} autoComplete="off" />}
      {deposited > 0 && day.bankAccounts.length > 0 && (
        <SelectField
          name="bankAccountId"
          label={t`Bank account of the deposit`}
          required
          options={day.bankAccounts.map(({ id, name, accNumber }) => ({ value: id, label: `${name} · ${accNumber}` }))}
        />
      )}
    </Stack>
  )
}

interface SumProps {
  label: string
  value: string
  strong?: boolean
  tone?: string | undefined
}

function Sum({ label, value, strong = false, tone }: SumProps) {
  return (
    <div className={classes(styles.sum, strong && styles.strong, tone)}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  )
}

function countsOf(typed: TypedNotes): NoteCounts {
  return Object.fromEntries(denominations.map((denomination) => [denomination, countIn(typed, denomination)]))
}
