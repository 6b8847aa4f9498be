import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { StudentChoice } from '#domains/classes/web/studentChoice.exports.tsx'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { minMoney, type Paise, showMoney, subtractMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { ErrorState } from '#ui/states.tsx'
import { paymentMoveForm } from '../../refunds.schema.ts'
import { type CounterFee, counterFees, counterFeeTitle } from '../counter/feeRowsProps.ts'
import type { CounterAccountFactsFragment } from '../counter/collectFees.graphql.ts'
import { isSelectable } from '../counter/feeSelection.ts'
import { CounterAccountDocument } from '../counter/openingAccount.graphql.ts'
import { FeeTicks } from '../refunds/FeeTicks.tsx'
import { MovePaymentDocument, type ReceiptPaperFragment } from './receipts.graphql.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

export interface MovePaymentProps {
  receipt: ReceiptPaperFragment
  onClose: () => void
}

/** The dialog that moves the payment of a receipt to the right student. Only students of its term can be found. */
export function MovePayment({ receipt, onClose }: MovePaymentProps) {
  const { term } = useActiveSchool()
  if (term?.name === receipt.termName) return <MoveForm receipt={receipt} onClose={onClose} />
  return (
    <Dialog title={t`Move to Another Student`} onClose={onClose}>
      <DialogBody>
        <Trans>This receipt is of {receipt.termName}. Choose that term at the top to move it.</Trans>
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function MoveForm({ receipt, onClose }: MovePaymentProps) {
  const { schoolId, termId } = useActiveSchool()
  const client = useDataClient()
  const { id, receiptNumber, amount, studentName, sectionName } = receipt
  const command = useCommandForm({
    schema: paymentMoveForm,
    mutation: MovePaymentDocument,
    defaultValues: { studentId: '', fees: [], reason: '' },
    variables: ({ studentId, fees: ticked, reason }, key) => ({
      schoolId,
      input: {
        key,
        id,
        studentId: String(studentId),
        fees: fees.filter((fee) => ticked.includes(Number(fee.feeId))).map(({ feeId, version }) => ({ feeId, version })),
        reason,
      },
    }),
    success: ({ movePayment: { payment } }) =>
      t`${showMoney(amount)} moved to ${account?.student.name ?? ''}, receipt ${payment?.receiptNumber ?? ''}.`,
    failure: onceFailedMessage,
    // Somebody else changed the fees: the next try is about what they are now, and what was typed stays.
    onRefused: ({ code }) => {
      if (code === 'CONFLICT') void client.renew(CounterAccountDocument)
    },
    onDone: onClose,
  })
  const { form } = command
  const studentId = String(useWatch({ control: form.control, name: 'studentId' }))
  const { data, error, refetch } = useQuery(CounterAccountDocument, {
    variables: { schoolId, account: { termId, studentId } },
    skip: studentId === '',
  })
  const account: CounterAccountFactsFragment | undefined = studentId === '' ? undefined : data?.feeAccount
  const fees: CounterFee[] = account ? payableFees(account) : []
  /** The student whose fees were ticked; another choice of them stays. */
  const tickedFor = useRef('')
  useEffect(() => {
    if (!account || tickedFor.current === account.id) return
    tickedFor.current = account.id
    form.setValue('fees', coveringFees(payableFees(account), amount))
    form.clearErrors('fees')
  }, [account, amount, form])
  return (
    <Dialog title={t`Move to Another Student`} onClose={command.saving ? undefined : onClose} closesBeside={false}>
      <CommandForm command={command} submitLabel={t`Move`} onCancel={onClose} inDialog>
        <FormWide>
          <Alert kind="info" icon={false}>
            <Trans>
              <strong>
                {showMoney(amount)} · receipt {receiptNumber}
              </strong>
              <br />
              was taken for {studentName} {sectionName}. This receipt is struck, and the right student gets a new one of the same
              day that names it.
            </Trans>
          </Alert>
        </FormWide>
        <FormWide>
          <StudentChoice name="studentId" />
        </FormWide>
        {studentId !== '' && (
          <FormWide>
            {account ? (
              <FeeTicks
                name="fees"
                label={t`Fees that it pays`}
                required
                fees={fees.map((fee) => ({
                  feeId: fee.feeId,
                  title: counterFeeTitle(fee),
                  amount: fee.fixedAmount ? showMoney(fee.pending) : t`not fixed`,
                }))}
              />
            ) : error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <LoadingState lines={3} />
            )}
          </FormWide>
        )}
        <FormWide>
          <TextField name="reason" label={t`Reason`} required autoComplete="off" />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}

/** Returns the fees of an account that can take money. */
function payableFees(account: CounterAccountFactsFragment): CounterFee[] {
  return counterFees(account).filter(isSelectable)
}

/** Returns the ids of the oldest fees that together take an amount. */
function coveringFees(fees: readonly CounterFee[], amount: Paise): string[] {
  let left = amount
  return fees
    .filter((fee) => {
      if (left === 0 || !fee.fixedAmount) return false
      left = subtractMoney(left, minMoney(left, fee.pending))
      return true
    })
    .map((fee) => fee.feeId)
}
