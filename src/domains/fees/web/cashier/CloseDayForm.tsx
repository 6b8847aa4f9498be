import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { closeDayFormFor } from '../../cashier.schema.ts'
import { CloseDayDocument, type DayToCloseQuery } from './cashier.graphql.ts'
import styles from './CloseDayForm.module.css'
import { CountedSums } from './CountedSums.tsx'
import { CountTable } from './CountTable.tsx'
import { DayLists } from './DayLists.tsx'

export type DayToClose = DayToCloseQuery['cashierDay']

interface CloseDayFormProps {
  day: DayToClose
  /** Set when an admin closes for another clerk. */
  clerk: string | undefined
  /** Called when the server refused, because money came or went since the day was loaded. */
  onChanged: () => void
  onClosed: (closingId: string) => void
}

/** Counts a drawer: notes and coins, those for the bank, and beside them the cheques and slips to compare. */
export function CloseDayForm({ day, clerk, onChanged, onClosed }: CloseDayFormProps) {
  const { schoolId } = useActiveSchool()
  const [onlyAccount, secondAccount] = day.bankAccounts
  const command = useCommandForm({
    schema: closeDayFormFor(day.expected),
    mutation: CloseDayDocument,
    defaultValues: {
      notes: noNotes,
      deposit: noNotes,
      bankAccountId: onlyAccount && !secondAccount ? onlyAccount.id : '',
      reason: '',
    },
    variables: ({ bankAccountId, ...counted }, key) => ({
      schoolId,
      input: {
        ...counted,
        key,
        day: day.day,
        version: day.version,
        bankAccountId: bankAccountId === null ? null : String(bankAccountId),
        ...(clerk === undefined ? {} : { clerk }),
      },
    }),
    success: t`${showDay(day.day)} is closed`,
    failure: onceFailedMessage,
    onRefused: onChanged,
    onDone: ({ closeDay }) => onClosed(closeDay.id),
  })
  return (
    <div className={styles.page}>
      <CommandForm command={command} submitLabel={t`Close the day`}>
        <FormWide>
          <CountTable />
        </FormWide>
        <FormWide>
          <CountedSums day={day} />
        </FormWide>
      </CommandForm>
      <DayLists day={day} />
    </div>
  )
}

/** Empty fields, so that a clerk sees what is not counted yet. */
const noNotes = { n500: '', n200: '', n100: '', n50: '', n20: '', n10: '', n5: '', n2: '', n1: '' }
