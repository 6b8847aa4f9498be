import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { counted } from '#shared/counted.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { onceFailed } from '#ui/requestKey.ts'
import { discountDeletionForm } from '../../payments.schema.ts'
import { AccountPart } from './AccountPart.tsx'
import {
  type CollectedLineFactsFragment,
  type CounterAccountFactsFragment,
  DeleteDiscountsDocument,
} from './collectFees.graphql.ts'
import { feeWords, sureToContinue } from './counterWords.ts'
import type { EntryOf } from './paymentEntry.ts'

export interface GivenDiscountsProps {
  account: CounterAccountFactsFragment
  of: EntryOf
  reload: () => Promise<unknown>
}

/** The discounts that stand on an account; selected ones can be deleted. */
export function GivenDiscounts({ account: { discounts, viewerCan }, of, reload }: GivenDiscountsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const chosen = discounts.filter((discount) => ticked.has(discount.id))
  const mayDelete = viewerCan.deleteDiscounts.allowed

  const tick = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return (
    <>
      {discounts.length > 0 && (
        <AccountPart
          title="Discounts"
          action={
            mayDelete && (
              <Button size="small" color="error" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
                Delete selected discounts
              </Button>
            )
          }
          items={discounts.map((discount) => ({
            key: discount.id,
            before: mayDelete && (
              <Checkbox
                size="small"
                checked={ticked.has(discount.id)}
                onChange={() => tick(discount.id)}
                slotProps={{ input: { 'aria-label': `Discount of ${showMoney(discount.amount)} on ${feeOf(discount)}` } }}
              />
            ),
            text: `${feeOf(discount)} · ${showMoney(discount.amount)}`,
            hint: [showDay(discount.collectedOn), discount.collectedBy, discount.comment].filter(Boolean).join(' · '),
          }))}
        />
      )}
      {asking && <DeletionQuestion discounts={chosen} of={of} reload={reload} onClose={() => setAsking(false)} />}
    </>
  )
}

function feeOf({ feeName, month }: CollectedLineFactsFragment): string {
  return feeWords({ name: feeName, month })
}

interface DeletionQuestionProps extends Pick<GivenDiscountsProps, 'of' | 'reload'> {
  discounts: readonly CollectedLineFactsFragment[]
  onClose: () => void
}

/** Asks before discounts are taken back, and why. */
function DeletionQuestion({ discounts: given, of, reload, onClose }: DeletionQuestionProps) {
  const titleId = useId()
  const { schoolId } = useActiveSchool()
  // Those that were asked about, also once they are gone.
  const [discounts] = useState(given)
  const command = useCommandForm({
    schema: discountDeletionForm,
    mutation: DeleteDiscountsDocument,
    defaultValues: { reason: '' },
    variables: ({ reason }, key) => ({
      schoolId,
      input: { key, ...of, ids: discounts.map((discount) => discount.id), reason },
    }),
    success: 'Discount Successfully Deleted!',
    failure: onceFailed,
    onFailure: ({ code }) => {
      // Somebody else was here first: what is asked about is not there any more.
      if (code !== 'CONFLICT' && code !== 'NOT_FOUND') return
      void reload().catch(() => undefined)
      onClose()
    },
    onDone: onClose,
  })
  return (
    <Dialog open onClose={command.saving ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId}>{sureToContinue}</DialogTitle>
      <CommandForm
        command={command}
        submitLabel={discounts.length === 1 ? 'Delete discount' : 'Delete discounts'}
        cancelLabel="Go Back"
        onCancel={onClose}
        inDialog
        destructive
      >
        <FormWide>
          {counted(discounts.length, 'discount')} of {showMoney(sumMoney(discounts.map((discount) => discount.amount)))} will be
          deleted: the amount is pending again. The reason is kept with your name and the time.
        </FormWide>
        <FormWide>
          <TextField name="reason" label="Reason" required autoComplete="off" />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
