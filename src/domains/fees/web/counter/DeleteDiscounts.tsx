import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { discountDeletionForm } from '../../payments.schema.ts'
import {
  type CollectedLineFactsFragment,
  DeleteDiscountsDocument,
  type DeleteDiscountsMutationVariables,
  DeleteWriteOffsDocument,
  UndoWaiversDocument,
} from './collectFees.graphql.ts'
import { confirmTitle } from './counterMessages.ts'
import { reducedAmount } from './feeSelection.ts'
import type { GivenDiscountsProps } from './GivenDiscounts.tsx'
import type { ReductionMode } from './paymentEntry.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

interface DeleteDiscountsProps extends Pick<GivenDiscountsProps, 'of' | 'accountKey' | 'reload'> {
  discounts: readonly CollectedLineFactsFragment[]
  onClose: () => void
}

const mutations: Readonly<Record<ReductionMode, MutationDocument<unknown, DeleteDiscountsMutationVariables>>> = {
  DISCOUNT: DeleteDiscountsDocument,
  WRITE_OFF: DeleteWriteOffsDocument,
  WAIVER: UndoWaiversDocument,
}

const successes: Readonly<Record<ReductionMode, string>> = {
  DISCOUNT: t`Discount Successfully Deleted!`,
  WRITE_OFF: t`The write-off is undone.`,
  WAIVER: t`The waiver is undone.`,
}

/** The dialog that asks for a reason and deletes discounts, write-offs or waivers. */
export function DeleteDiscounts({ of, discounts: chosen, accountKey, reload, onClose }: DeleteDiscountsProps) {
  const { schoolId } = useActiveSchool()
  const isDiscount = of === 'DISCOUNT'
  // Keeps the discounts of the question after they are deleted.
  const [discounts] = useState(chosen)
  const amount = showMoney(sumMoney(discounts.map(reducedAmount)))
  const command = useCommandForm({
    schema: discountDeletionForm,
    mutation: mutations[of],
    defaultValues: { reason: '' },
    variables: ({ reason }, key) => ({
      schoolId,
      input: { key, ...accountKey, ids: discounts.map((discount) => discount.id), reason },
    }),
    success: successes[of],
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
        submitLabel={isDiscount ? (discounts.length === 1 ? t`Delete discount` : t`Delete discounts`) : t`Undo`}
        cancelLabel={t`Go Back`}
        onCancel={onClose}
        inDialog
        destructive
      >
        <FormWide>
          {isDiscount ? (
            <Trans>
              <Plural value={discounts.length} one="# discount" other="# discounts" /> of {amount} will be deleted: the amount is
              pending again. The reason is kept with your name and the time.
            </Trans>
          ) : of === 'WAIVER' ? (
            <Trans>
              <Plural value={discounts.length} one="# waiver" other="# waivers" /> of {amount} will be undone: the late fees are
              asked for again. The reason is kept with your name and the time.
            </Trans>
          ) : (
            <Trans>
              <Plural value={discounts.length} one="# write-off" other="# write-offs" /> of {amount} will be undone: the amount is
              pending again. The reason is kept with your name and the time.
            </Trans>
          )}
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required autoComplete="off" />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
