import { t } from '@lingui/core/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useWatch } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { feeUpdate } from '../../fees.schema.ts'
import { FeesDocument, type FeeRowFragment, UpdateFeeDocument } from './feeItems.graphql.ts'
import { DueDateField } from './DueDateField.tsx'
import { feesFailure } from './feesFailure.ts'
import { FixedField } from './FixedField.tsx'
import { monthOptions } from './structureTexts.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The Edit Fee dialog. */
export function EditFee({ fee, onClose }: { fee: FeeRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, name, amount, month, dueOn, fixedAmount } = fee
  const client = useDataClient()
  const command = useCommandForm({
    schema: feeUpdate,
    mutation: UpdateFeeDocument,
    defaultValues: {
      id,
      name,
      amount,
      month: month ?? '',
      dueOn: dueOn ?? '',
      fixedAmount,
      seen: { name, amount, month, dueOn, fixedAmount },
    },
    // A fee that is changed to not fixed loses its amount.
    variables: (input) => ({
      schoolId,
      input: {
        id,
        name: input.name,
        amount: input.fixedAmount ? input.amount : 0,
        month: input.month,
        dueOn: input.dueOn,
        fixedAmount: input.fixedAmount ?? fixedAmount,
        seen: input.seen,
      },
    }),
    success: ({ updateFee }) => t`${updateFee.name} has been updated successfully!`,
    failure: feesFailure,
    // Somebody else changed the fee: reload the list, and keep what was typed.
    onRefused: () => void client.renew(FeesDocument),
    onDone: onClose,
  })
  return (
    <Dialog title={t`Edit Fee`} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Update Fee`} onCancel={onClose} inDialog>
        <FormWide>
          <TextField name="name" label={t`Name for Fee`} required autoFocus autoComplete="off" />
        </FormWide>
        <FormWide>
          <FixedField
            locked={
              !fee.hasMoney
                ? undefined
                : fixedAmount
                  ? t`This fee has payments or discounts: it stays fixed`
                  : t`This fee has payments or discounts: it stays not fixed`
            }
          />
        </FormWide>
        <AmountField hasMoney={fee.hasMoney} />
        <SelectField name="month" label={t`Month`} options={monthOptions} emptyLabel={t`None`} />
        <DueOnField />
      </CommandForm>
    </Dialog>
  )
}

/** The due date of a one-time fee. A fee of a month is due on the school's fee date. */
function DueOnField() {
  const month: string = useWatch({ name: 'month' })
  return month === '' ? <DueDateField /> : null
}

function AmountField({ hasMoney }: { hasMoney: boolean }) {
  const fixed: boolean = useWatch({ name: 'fixedAmount' })
  if (!fixed) return null
  return (
    <MoneyField
      name="amount"
      label={t`Amount`}
      required
      {...(hasMoney ? { hint: t`Not less than any student has paid on this fee` } : {})}
    />
  )
}
