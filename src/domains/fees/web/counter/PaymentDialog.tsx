import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { type KeyboardEvent, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { schoolDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { FormGrid, FormWide } from '#ui/forms/CommandForm.tsx'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { TextField as FormTextField } from '#ui/forms/TextField.tsx'
import { unknownOutcomeMessage } from '#ui/requestKey.ts'
import { useMoneyDays } from '#ui/useMoneyDays.ts'
import type { CounterAccountFactsFragment, CounterChangeFragment } from './collectFees.graphql.ts'
import { confirmTitle } from './counterMessages.ts'
import { type CounterFee, counterFees, counterFeeTitle } from './feeRowsProps.ts'
import { newUpiReference } from '../../upi.rules.ts'
import { isSelectable, totalLateFees, totalToPay } from './feeSelection.ts'
import { KeyCap } from './KeyCap.tsx'
import {
  type Entry,
  entryDetails,
  type EntryMode,
  entryModes,
  entryReference,
  feesOfEntry,
  guessTransferKind,
  isReduction,
  prefilledAmount,
  selectionProblem,
  type ValidEntry,
} from './paymentEntry.ts'
import { PaymentSplit } from './PaymentSplit.tsx'
import { usePayment } from './usePayment.ts'
import { usePaymentPreview } from './usePaymentPreview.ts'
import styles from './PaymentDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { CashGiven } from './CashGiven.tsx'
import { DetailInput } from './DetailInput.tsx'
import { ModeButtons } from './ModeButtons.tsx'
import { confirmationText, earlierDayHint, submitLabel } from './paymentTexts.ts'

const UpiCode = lazy(() => import('./UpiCode.tsx'))

export interface PaymentDialogProps {
  account: CounterAccountFactsFragment
  termId: string
  /** The selected fees with their present balances. */
  fees: readonly CounterFee[]
  reload: () => Promise<unknown>
  onStored: (change: CounterChangeFragment, entry: ValidEntry) => void
  onClose: () => void
}

/**
 * The dialog that collects a payment for the selected fees, gives a discount on them, or writes them off: mode, amount,
 * split, and one confirmation. A discount opens empty and asks for its fees, its amount and the reason.
 */
export default function PaymentDialog({ account, termId, fees, reload, onStored, onClose }: PaymentDialogProps) {
  const { student } = account
  const accountKey = { termId, studentId: student.id }
  const discountable = counterFees(account).filter(isSelectable)
  const payment = usePayment({ accountKey, fees, discountable, reload, onStored })
  const { form, unknown, storing } = payment
  const [mode, amount, txnId, collectedOn, feeIds] = form.watch(['mode', 'amount', 'txnId', 'collectedOn', 'feeIds'])
  const isDiscount = mode === 'DISCOUNT'
  const chosen = feesOfEntry({ mode, feeIds }, { selected: fees, discountable })
  const reference = entryReference(mode)
  const split = usePaymentPreview({
    accountKey,
    fees: chosen,
    kind: mode === 'WAIVER' ? 'WAIVER' : isReduction(mode) ? 'REDUCTION' : 'PAYMENT',
    collectedOn,
    onConflict: payment.onConflict,
    amount: typeof amount === 'number' && amount > 0 && !form.formState.errors.amount ? amount : null,
    // The approval codes of cards repeat.
    txnId: reference?.field === 'txnId' && mode !== 'CARD' ? txnId.trim() : '',
  })
  const problem = isDiscount && chosen.length === 0 ? null : selectionProblem(mode, chosen)
  const alerts = unknown ? [unknownOutcomeMessage] : [payment.refusal, problem].filter((text) => text !== null)
  const toPay = totalToPay(fees)
  const today = schoolDay(new Date())
  const days = useMoneyDays(termId)

  // A typed amount stays; a prefilled one follows the account. A discount opens without one.
  const isTyped = form.formState.dirtyFields.amount === true
  const prefilled = prefilledAmount(mode, fees)
  useEffect(() => {
    // Asked of the form, because the first key after a change of mode may come before this effect.
    if (!form.getFieldState('amount').isDirty) form.resetField('amount', { defaultValue: prefilled })
  }, [form, isTyped, prefilled])
  const guessedKind = guessTransferKind(txnId.trim())
  const isKindChosen = form.formState.dirtyFields.transferKind === true
  useEffect(() => {
    if (!isKindChosen) form.resetField('transferKind', { defaultValue: guessedKind })
  }, [form, isKindChosen, guessedKind])
  // One for each opening of the dialog, whatever amount is typed.
  const [upiRef] = useState(newUpiReference)
  const isCodeShown = mode === 'UPI' && account.upi !== null && !unknown && split.preview !== null && split.refused === null
  useEffect(() => {
    if (isCodeShown) form.setValue('upiRef', upiRef)
  }, [form, isCodeShown, upiRef])
  const may = {
    DISCOUNT: account.viewerCan.giveDiscount.allowed,
    WRITE_OFF: account.viewerCan.writeOff.allowed,
    WAIVER: account.viewerCan.waiveLateFee.allowed && totalLateFees(fees) > 0,
  }
  const modes = entryModes.filter((option) => !isReduction(option.mode) || may[option.mode])
  const setMode = (next: EntryMode) => {
    form.clearErrors()
    form.setValue('mode', next)
    // At once: the field selects its text when it gets the focus.
    if (!isTyped) form.resetField('amount', { defaultValue: prefilledAmount(next, fees) })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const target = event.target as HTMLElement
    if (event.key === 'Enter') {
      if (event.repeat) event.preventDefault()
      // The browser does not submit the form from the parts of a date field.
      else if (target.closest('[role=spinbutton]')) payment.submit()
      return
    }
    // Letter keys choose a mode unless a text field has the focus; an amount has no letters.
    const chosen = modes.find(({ key }) => key === event.key.toLowerCase())
    if (!chosen || unknown || target.closest('input:not([name=amount]), select, [role=spinbutton]')) return
    event.preventDefault()
    setMode(chosen.mode)
  }

  const close = () => {
    // The result is unknown, so reload the account to show it.
    if (unknown) void reload().catch(() => undefined)
    onClose()
  }

  return (
    <>
      <Dialog
        title={
          <>
            <Trans>Take payment</Trans>{' '}
            <Text as="span" size="small" className={styles.subtitle}>
              <Trans>
                {student.name}, {student.sectionName} · <Plural value={fees.length} one="# fee" other="# fees" />,{' '}
                {showMoney(toPay)} to pay
              </Trans>
            </Text>
          </>
        }
        onClose={storing ? undefined : close}
        // A press beside it, or the second one of a double click, must not discard what was typed.
        closesBeside={false}
        onKeyDown={onKeyDown}
        className={styles.dialog}
      >
        <FormProvider {...form}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              event.stopPropagation()
              if (unknown) void payment.store()
              else payment.submit()
            }}
            className={styles.form}
          >
            <DialogBody className={styles.content}>
              <FocusByMode mode={mode} />
              <ModeButtons modes={modes} mode={mode} onChange={setMode} disabled={unknown} />
              <FormGrid>
                {isDiscount && (
                  <FormWide>
                    <div data-first-field>
                      <ChoiceField<Entry>
                        name="feeIds"
                        label={t`Fees`}
                        required
                        multiple
                        disabled={unknown}
                        options={discountable.map((fee) => ({
                          value: fee.feeId,
                          label: `${counterFeeTitle(fee)} · ${fee.fixedAmount ? showMoney(fee.pending) : t`not fixed`}`,
                        }))}
                      />
                    </div>
                  </FormWide>
                )}
                <FormWide>
                  <div className={styles.amount}>
                    <MoneyField<Entry>
                      name="amount"
                      label={t`Amount`}
                      required
                      disabled={unknown}
                      hint={isDiscount || mode === 'WAIVER' ? (account.discountLimit ?? '') : ''}
                    />
                  </div>
                </FormWide>
                {mode === 'CASH' && !unknown && <CashGiven amount={amount} />}
                {!isReduction(mode) && (
                  <DateField<Entry>
                    name="collectedOn"
                    label={t`Date`}
                    required
                    {...(days.min ? { min: days.min } : {})}
                    max={today}
                    disabled={unknown}
                    hint={
                      days.problemOf(collectedOn) ??
                      (collectedOn !== '' && collectedOn < today ? earlierDayHint(totalLateFees(fees) > 0) : '')
                    }
                  />
                )}
                {reference && (
                  <FormWide key={reference.field}>
                    <FormTextField<Entry>
                      name={reference.field}
                      label={reference.label}
                      required
                      disabled={unknown}
                      autoComplete="off"
                      maxLength={reference.maxLength}
                    />
                  </FormWide>
                )}
                {isCodeShown && account.upi && typeof amount === 'number' && (
                  <FormWide>
                    <Suspense>
                      <UpiCode
                        payee={account.upi}
                        amount={amount}
                        note={t`Fees ${student.name} ${student.sectionName}`}
                        reference={upiRef}
                      />
                    </Suspense>
                  </FormWide>
                )}
                {entryDetails(mode).map((detail) => (
                  <DetailInput key={`${mode} ${detail.field}`} {...detail} disabled={unknown} />
                ))}
                {isReduction(mode) && (
                  <FormTextField<Entry>
                    name="comment"
                    label={t`Reason`}
                    required
                    disabled={unknown}
                    autoComplete="off"
                    maxLength={200}
                  />
                )}
              </FormGrid>
              <PaymentSplit fees={chosen} split={split} mode={mode} />
            </DialogBody>
            {/* Beside the buttons: in sight however long the split is. */}
            {alerts.map((text) => (
              <Alert key={text} kind={unknown ? 'warning' : 'error'} className={styles.alert}>
                {text}
              </Alert>
            ))}
            <DialogActions>
              <Button variant="quiet" onClick={close} disabled={storing} endIcon={<KeyCap>{t`Esc`}</KeyCap>}>
                {unknown ? t`Look at the account` : t`Cancel`}
              </Button>
              <Button
                type="submit"
                variant="primary"
                key={unknown ? 'again' : 'collect'}
                autoFocus={unknown}
                loading={storing}
                disabled={!unknown && problem !== null}
                endIcon={!unknown && <KeyCap solid>{t`Enter`}</KeyCap>}
              >
                {unknown ? t`Try again` : submitLabel(mode, amount)}
              </Button>
            </DialogActions>
          </form>
        </FormProvider>
      </Dialog>
      {payment.confirming && (
        <ConfirmDialog
          open
          title={confirmTitle}
          confirmLabel={t`Continue`}
          destructive={false}
          focusConfirm
          onConfirm={payment.store}
          onClose={payment.cancelConfirmation}
        >
          <Text>{confirmationText(payment.confirming)}</Text>
          <Text tone="quiet">
            {student.name}, {student.sectionName}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

/**
 * Focuses the field of the mode, otherwise the amount, and selects its text. Done at once, because the form's own
 * setFocus waits for a timer: the first digits of a cheque number went to the amount.
 */
function FocusByMode({ mode }: { mode: EntryMode }) {
  const marker = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const name = entryReference(mode)?.field ?? 'amount'
    const form = marker.current?.closest('form')
    const field = form?.querySelector('[data-first-field] input') ?? form?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }, [mode])
  return <span ref={marker} hidden />
}
