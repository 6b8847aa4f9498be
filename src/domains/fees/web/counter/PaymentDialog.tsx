import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { countWithNoun } from '#shared/plural.ts'
import { schoolDay, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { counterModes } from '#shared/paymentModes.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { FormGrid, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { unknownOutcomeMessage } from '#ui/requestKey.ts'
import { useMoneyDays } from '#ui/useMoneyDays.ts'
import type { CounterAccountFactsFragment, CounterChangeFragment } from './collectFees.graphql.ts'
import { confirmTitle } from './counterMessages.ts'
import type { CounterFee } from './feeRowsProps.ts'
import { totalPending } from './feeSelection.ts'
import { KeyCap } from './KeyCap.tsx'
import { type Entry, type EntryMode, entryModes, entryReference, type ValidEntry, selectionProblem } from './paymentEntry.ts'
import { PaymentSplit } from './PaymentSplit.tsx'
import { usePayment } from './usePayment.ts'
import { usePaymentPreview } from './usePaymentPreview.ts'
import styles from './PaymentDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

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
 * The dialog that collects a payment for the selected fees or gives a discount on them: mode, amount, split, and one
 * confirmation.
 */
export default function PaymentDialog({ account, termId, fees, reload, onStored, onClose }: PaymentDialogProps) {
  const { student } = account
  const accountKey = { termId, studentId: student.id }
  const payment = usePayment({ accountKey, fees, reload, onStored })
  const { form, unknown, storing } = payment
  const [mode, amount, txnId, collectedOn] = form.watch(['mode', 'amount', 'txnId', 'collectedOn'])
  const reference = entryReference(mode)
  const split = usePaymentPreview({
    accountKey,
    fees,
    discount: mode === 'DISCOUNT',
    onConflict: payment.onConflict,
    amount: typeof amount === 'number' && amount > 0 && !form.formState.errors.amount ? amount : null,
    txnId: reference?.field === 'txnId' ? txnId.trim() : '',
  })
  const problem = selectionProblem(mode, fees)
  const alerts = unknown ? [unknownOutcomeMessage] : [payment.refusal, problem].filter((text) => text !== null)
  const pending = totalPending(fees)
  const today = schoolDay(new Date())
  const days = useMoneyDays(termId)

  // A typed amount stays; a prefilled one follows the account.
  const isTyped = form.formState.dirtyFields.amount === true
  useEffect(() => {
    if (!isTyped) form.resetField('amount', { defaultValue: pending > 0 ? pending : '' })
  }, [form, isTyped, pending])
  const modes = entryModes.filter((option) => option.mode !== 'DISCOUNT' || account.viewerCan.giveDiscount.allowed)
  const setMode = (next: EntryMode) => {
    form.clearErrors()
    form.setValue('mode', next)
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
    if (!chosen || unknown || target.closest('input:not([name=amount]), [role=spinbutton]')) return
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
            Take payment
            <Text as="span" size="small" className={styles.hint}>
              {student.name} · {student.sectionName} · {countWithNoun(fees.length, 'fee')} selected, {showMoney(pending)} pending
            </Text>
          </>
        }
        onClose={storing ? undefined : close}
        // A press beside it, or the second one of a double click, must not discard what was typed.
        closesBeside={false}
        onKeyDown={onKeyDown}
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
                <MoneyField<Entry> name="amount" label="Amount" required disabled={unknown} />
                {mode !== 'DISCOUNT' && (
                  <DateField<Entry>
                    name="collectedOn"
                    label="Date"
                    required
                    {...(days.min ? { min: days.min } : {})}
                    max={today}
                    disabled={unknown}
                    hint={
                      days.problemOf(collectedOn) ??
                      (collectedOn !== '' && collectedOn < today ? 'An earlier day: it counts in that day’s total' : '')
                    }
                  />
                )}
                {reference && (
                  <FormWide key={reference.field}>
                    <TextField<Entry>
                      name={reference.field}
                      label={reference.label}
                      required
                      disabled={unknown}
                      autoComplete="off"
                      maxLength={reference.maxLength}
                    />
                  </FormWide>
                )}
                {mode === 'DISCOUNT' && (
                  <TextField<Entry> name="comment" label="Reason" disabled={unknown} autoComplete="off" maxLength={200} />
                )}
              </FormGrid>
              <PaymentSplit fees={fees} split={split} />
            </DialogBody>
            {/* Beside the buttons: in sight however long the split is. */}
            {alerts.map((text) => (
              <Alert key={text} kind={unknown ? 'warning' : 'error'} className={styles.alert}>
                {text}
              </Alert>
            ))}
            <DialogActions>
              <Button variant="quiet" onClick={close} disabled={storing} endIcon={<KeyCap>Esc</KeyCap>}>
                {unknown ? 'Look at the account' : 'Cancel'}
              </Button>
              <Button
                type="submit"
                variant="primary"
                key={unknown ? 'again' : 'collect'}
                autoFocus={unknown}
                loading={storing}
                disabled={!unknown && problem !== null}
              >
                {unknown ? 'Try again' : submitLabel(mode, amount)}
              </Button>
            </DialogActions>
          </form>
        </FormProvider>
      </Dialog>
      {payment.confirming && (
        <ConfirmDialog
          open
          title={confirmTitle}
          confirmLabel="Continue"
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
    const field = marker.current?.closest('form')?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }, [mode])
  return <span ref={marker} hidden />
}

function submitLabel(mode: EntryMode, amount: number | string): string {
  const verb = mode === 'DISCOUNT' ? 'Give discount' : 'Collect'
  return typeof amount === 'number' ? `${verb} ${showMoney(amount)}` : verb
}

/** Returns what is about to be stored, in one line. */
function confirmationText({ input }: ValidEntry): string {
  if (!('mode' in input)) return `${showMoney(input.amount)} discount${input.comment ? ` (${input.comment})` : ''}`
  const by = counterModes[input.mode].label
  const number = input.chequeNo ?? input.txnId
  return `${showMoney(input.amount)} · ${by}${number ? ` ${number}` : ''} · ${showDay(input.collectedOn)}`
}

interface ModeButtonsProps {
  modes: typeof entryModes
  mode: EntryMode
  onChange: (mode: EntryMode) => void
  disabled: boolean
}

/** The mode buttons. The underlined letter is a shortcut. */
function ModeButtons({ modes, mode, onChange, disabled }: ModeButtonsProps) {
  return (
    <ToggleGroup
      full
      value={mode}
      disabled={disabled}
      onChange={(next: EntryMode) => onChange(next)}
      aria-label="Mode"
      className={styles.spaced}
    >
      {modes.map(({ mode: value, label, key }) => {
        const keyIndex = label.toLowerCase().indexOf(key)
        return (
          <Toggle key={value} value={value} aria-label={label} aria-keyshortcuts={key} className={styles.toggle}>
            {label.slice(0, keyIndex)}
            <u>{label[keyIndex]}</u>
            {label.slice(keyIndex + 1)}
          </Toggle>
        )
      })}
    </ToggleGroup>
  )
}
