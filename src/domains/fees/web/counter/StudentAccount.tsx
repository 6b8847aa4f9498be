import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { noFeesSelected } from '../../account.rules.ts'
import { AccountHeader, siblingKeyCount } from './AccountHeader.tsx'
import { ClearingCheques } from './ClearingCheques.tsx'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'
import { CounterBar, SelectionRules } from './CounterBar.tsx'
import { FeeRows } from './FeeRows.tsx'
import { counterFees } from './feeRowsProps.ts'
import { dueSelection, isSelectable, selectedIds, sumFees, totalToPay, withFeeToggled } from './feeSelection.ts'
import { GivenDiscounts } from './GivenDiscounts.tsx'
import type { CollectedReceiptDialogProps } from './CollectedReceiptDialog.tsx'
import { NoFees } from './NoFees.tsx'
import type { ReceiptDialogProps } from '../receipts/ReceiptDialog.tsx'
import { GivenBack } from '../refunds/GivenBack.tsx'
import { useCounterKeys } from './useCounterKeys.ts'
import { Button } from '#ui/kit/Button.tsx'
import { later } from '#ui/kit/later.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './StudentAccount.module.css'
import { usePhone } from '#ui/kit/useMedia.ts'

// The dialog's date fields are as large as the rest of the counter, and a receipt has the words of three languages.
// They are loaded while the account is read, before anybody pays.
const loadPayment = () => import('./PaymentDialog.tsx')
const PaymentDialog = lazy(loadPayment)
const CollectedReceiptDialog = later<CollectedReceiptDialogProps>(async () => ({
  default: (await import('./CollectedReceiptDialog.tsx')).CollectedReceiptDialog,
}))
const ReceiptDialog = later<ReceiptDialogProps>(async () => ({
  default: (await import('../receipts/ReceiptDialog.tsx')).ReceiptDialog,
}))
const UndecidedOrders = lazy(async () => ({ default: (await import('./UndecidedOrders.tsx')).UndecidedOrders }))
const StudentConcessions = lazy(() => import('../concessions/StudentConcessions.tsx'))
const GiveConcession = later(async () => ({ default: (await import('../concessions/GiveConcession.tsx')).GiveConcession }))

const givenMessages = {
  DISCOUNT: () => t`Discount Successfully Given!`,
  WRITE_OFF: () => t`The due is written off.`,
  WAIVER: () => t`The late fee is waived.`,
}

export interface StudentAccountProps {
  account: CounterAccountFactsFragment
  termId: string
  showRegisterNo: boolean
  rowsRef: RefObject<HTMLDivElement | null>
  settledShown: boolean
  onShowSettled: () => void
  reload: () => Promise<unknown>
  /** Opens another student's account. */
  onOpen: (studentId: string) => void
  /** Leaves the account for the next parent. */
  onNext: () => void
  /** Moves the focus to the search; the account stays open. */
  onLeave: () => void
}

/** A student's account: fees, payment, cheques, discounts and receipts of the term. */
export function StudentAccount(props: StudentAccountProps) {
  const { account, termId, showRegisterNo, rowsRef, reload, onOpen, onNext, onLeave } = props
  const { settledShown, onShowSettled } = props
  const phone = usePhone()
  const [selection, setSelection] = useState(dueSelection)
  /** The ids of the fees that a payment is being taken for. */
  const [taking, setTaking] = useState<ReadonlySet<string> | null>(null)
  const [receipt, setReceipt] = useState<{ paymentId: string; isNew: boolean } | null>(null)
  const [giving, setGiving] = useState(false)
  const { student, siblings, viewerCan } = account
  const fees = counterFees(account)
  const total = sumFees(fees)
  const newPayment = receipt?.isNew ? account.payments.find((payment) => payment.id === receipt.paymentId) : undefined
  const ids = selectedIds(selection, fees)
  const selected = fees.filter((fee) => ids.has(fee.feeId))
  const dueIds = selectedIds(dueSelection, fees)
  const due = totalToPay(fees.filter((fee) => dueIds.has(fee.feeId)))
  const overdue = totalToPay(fees.filter((fee) => isSelectable(fee) && fee.due === 'OVERDUE'))
  const accountKey = { termId, studentId: student.id }
  const refused = viewerCan.collect.allowed ? null : viewerCan.collect.reason

  function take() {
    if (refused !== null) showError(refused)
    else if (ids.size === 0) showError(noFeesSelected())
    else setTaking(ids)
  }

  const select = (by: 'due' | 'all' | 'none') => () => setSelection({ by })
  const showReceipt = (paymentId: string) => setReceipt({ paymentId, isNew: false })
  useEffect(() => {
    loadPayment().catch(() => undefined)
    CollectedReceiptDialog.prepare()
  }, [])
  useCounterKeys({
    Enter: take,
    F9: take,
    m: select('due'),
    a: select('all'),
    0: select('none'),
    p: onShowSettled,
    Escape: onLeave,
    ...Object.fromEntries(siblings.slice(0, siblingKeyCount).map(({ id }, index) => [String(index + 1), () => onOpen(id)])),
  })

  const rules = { selection, onSelect: setSelection }
  return (
    <Stack gap={4}>
      <AccountHeader
        account={account}
        total={total}
        due={due}
        overdue={overdue}
        termId={termId}
        showRegisterNo={showRegisterNo}
        onSibling={onOpen}
        onClose={onNext}
      />
      {account.undecidedOrders.length > 0 && (
        <Suspense>
          <UndecidedOrders account={account} fees={fees} />
        </Suspense>
      )}
      <ClearingCheques payments={account.payments} reload={reload} onReceipt={showReceipt} />
      {fees.length === 0 ? (
        <NoFees />
      ) : (
        <div>
          {phone && <SelectionRules {...rules} />}
          <FeeRows
            fees={fees}
            total={total}
            selected={ids}
            onToggle={(feeId) => setSelection(withFeeToggled(ids, feeId))}
            onToggleAll={(selectAll) => setSelection({ by: selectAll ? 'all' : 'none' })}
            onReceipt={showReceipt}
            settledShown={settledShown}
            onShowSettled={onShowSettled}
            rowsRef={rowsRef}
          />
          <CounterBar {...rules} selected={selected} onTake={take} refused={refused} />
        </div>
      )}
      {account.concessions.length + account.discountRequests.length > 0 && (
        <Suspense>
          <StudentConcessions account={account} />
        </Suspense>
      )}
      <GivenDiscounts of="DISCOUNT" account={account} accountKey={accountKey} reload={reload} />
      <GivenDiscounts of="WRITE_OFF" account={account} accountKey={accountKey} reload={reload} />
      <GivenDiscounts of="WAIVER" account={account} accountKey={accountKey} reload={reload} />
      <GivenBack account={account} termId={termId} reload={reload} onReceipt={showReceipt} />
      {fees.length > 0 && (
        <div className={styles.row}>
          {viewerCan.giveConcession.allowed && (
            <Button variant="quiet" size="small" onClick={() => setGiving(true)}>
              <Trans>Give Concession</Trans>
            </Button>
          )}
          <ExportButton
            size="small"
            fileName={`fees-of-${student.registerNo || student.id}`}
            choices={[
              {
                label: t`Fees and receipts`,
                tables: async () => (await import('./accountTables.ts')).accountTables({ ...account, fees, total }),
              },
            ]}
          />
        </div>
      )}
      {newPayment && (
        <CollectedReceiptDialog
          payment={newPayment}
          siblings={siblings}
          onSibling={onOpen}
          onNext={onNext}
          onClose={() => {
            setReceipt(null)
            onLeave()
            // Who stays sees what others have changed in the account meanwhile, too.
            reload().catch(() => undefined)
          }}
        />
      )}
      {giving && <GiveConcession account={account} termId={termId} onClose={() => setGiving(false)} />}
      {receipt && !newPayment && <ReceiptDialog paymentId={receipt.paymentId} onClose={() => setReceipt(null)} />}
      {taking && (
        <Suspense>
          <PaymentDialog
            account={account}
            termId={termId}
            fees={fees.filter((fee) => taking.has(fee.feeId) && isSelectable(fee))}
            reload={reload}
            onStored={({ payment, waitsForApproval, discountLimit }, { mode }) => {
              setTaking(null)
              setSelection(dueSelection)
              if (payment) setReceipt({ paymentId: payment.id, isNew: true })
              else if (waitsForApproval) {
                const waits = t`The discount waits for an admin’s approval. Nothing is taken off yet.`
                showSuccess([waits, discountLimit].filter(Boolean).join(' '))
              } else showSuccess(givenMessages[mode === 'PAYMENT' ? 'DISCOUNT' : mode]())
            }}
            onClose={() => setTaking(null)}
          />
        </Suspense>
      )}
    </Stack>
  )
}
