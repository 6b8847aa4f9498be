import { useState } from 'react'
import { countWithNoun } from '#shared/plural.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { discountDeletionForm } from '../../payments.schema.ts'
import { AccountSection } from './AccountSection.tsx'
import {
  type CollectedLineFactsFragment,
  type CounterAccountFactsFragment,
  DeleteDiscountsDocument,
} from './collectFees.graphql.ts'
import { confirmTitle } from './counterMessages.ts'
import { feeTitle } from '../../fees.rules.ts'
import type { FeeAccountKey } from './paymentEntry.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

export interface GivenDiscountsProps {
  account: CounterAccountFactsFragment
  accountKey: FeeAccountKey
  reload: () => Promise<unknown>
}

/** The discounts of an account; selected ones can be deleted. */
export function GivenDiscounts({ account: { discounts, viewerCan }, accountKey, reload }: GivenDiscountsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState(false)
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
        <AccountSection
          title="Discounts"
          action={
            mayDelete && (
              <Button variant="quiet" size="small" danger disabled={chosen.length === 0} onClick={() => setDeleting(true)}>
                Delete selected discounts
              </Button>
            )
          }
          items={discounts.map((discount) => ({
            key: discount.id,
            before: mayDelete && (
              <Checkbox
                checked={ticked.has(discount.id)}
                onChange={() => tick(discount.id)}
                aria-label={`Discount of ${showMoney(discount.amount)} on ${feeOf(discount)}`}
              />
            ),
            text: `${feeOf(discount)} · ${showMoney(discount.amount)}`,
            hint: [showDay(discount.collectedOn), discount.collectedBy, discount.comment].filter(Boolean).join(' · '),
          }))}
        />
      )}
      {deleting && (
        <DeleteDiscountsDialog discounts={chosen} accountKey={accountKey} reload={reload} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

function feeOf({ feeName, month }: CollectedLineFactsFragment): string {
  return feeTitle({ name: feeName, month })
}

interface DeleteDiscountsDialogProps extends Pick<GivenDiscountsProps, 'accountKey' | 'reload'> {
  discounts: readonly CollectedLineFactsFragment[]
  onClose: () => void
}

/** The dialog that asks for a reason and deletes discounts. */
function DeleteDiscountsDialog({ discounts: chosen, accountKey, reload, onClose }: DeleteDiscountsDialogProps) {
  const { schoolId } = useActiveSchool()
  // Keeps the discounts of the question after they are deleted.
  const [discounts] = useState(chosen)
  const command = useCommandForm({
    schema: discountDeletionForm,
    mutation: DeleteDiscountsDocument,
    defaultValues: { reason: '' },
    variables: ({ reason }, key) => ({
      schoolId,
      input: { key, ...accountKey, ids: discounts.map((discount) => discount.id), reason },
    }),
    success: 'Discount Successfully Deleted!',
    failure: onceFailedMessage,
    onFailure: ({ code }) => {
      // Somebody else deleted them first, so the question no longer applies.
      if (code !== 'CONFLICT' && code !== 'NOT_FOUND') return
      void reload().catch(() => undefined)
      onClose()
    },
    onDone: onClose,
  })
  return (
    <Dialog title={confirmTitle} onClose={command.saving ? undefined : onClose}>
      <CommandForm
        command={command}
        submitLabel={discounts.length === 1 ? 'Delete discount' : 'Delete discounts'}
        cancelLabel="Go Back"
        onCancel={onClose}
        inDialog
        destructive
      >
        <FormWide>
          {countWithNoun(discounts.length, 'discount')} of {showMoney(sumMoney(discounts.map((discount) => discount.amount)))}{' '}
          will be deleted: the amount is pending again. The reason is kept with your name and the time.
        </FormWide>
        <FormWide>
          <TextField name="reason" label="Reason" required autoComplete="off" />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
