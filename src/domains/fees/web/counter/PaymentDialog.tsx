import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { counted } from '#shared/counted.ts'
import { schoolDay, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { FormGrid, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { sendAgain } from '#ui/requestKey.ts'
import { useMoneyDays } from '#ui/useMoneyDays.ts'
import type { CounterAccountFactsFragment, CounterChangeFragment } from './collectFees.graphql.ts'
import { sureToContinue } from './counterWords.ts'
import type { CounterFee } from './feeRow.ts'
import { pendingOf } from './feeSelection.ts'
import { KeyCap } from './KeyCap.tsx'
import { type Entry, type EntryMode, entryModes, type ReadyEntry, refusedSelection } from './paymentEntry.ts'
import { PaymentSplit } from './PaymentSplit.tsx'
import { usePayment } from './usePayment.ts'
import { usePaymentPreview } from './usePaymentPreview.ts'

export interface PaymentDialogProps {
  account: CounterAccountFactsFragment
  termId: string
  /** The selected fees as they are now. */
  fees: readonly CounterFee[]
  reload: () => Promise<unknown>
  onStored: (change: CounterChangeFragment, entry: ReadyEntry) => void
  onClose: () => void
}

/** Takes money for the selected fees, or gives a discount on them: mode, amount, how it is split, and one question before it is stored. */
export default function PaymentDialog({ account, termId, fees, reload, onStored, onClose }: PaymentDialogProps) {
  const titleId = useId()
  const { student } = account
  const of = { termId, studentId: student.id }
  const payment = usePayment({ of, fees, reload, onStored })
  const { form, unknown, storing } = payment
  const [mode, amount, txnId, collectedOn] = form.watch(['mode', 'amount', 'txnId', 'collectedOn'])
  const split = usePaymentPreview({
    of,
    fees,
    discount: mode === 'DISCOUNT',
    onConflict: payment.onConflict,
    amount: typeof amount === 'number' && amount > 0 && !form.formState.errors.amount ? amount : null,
    txnId: mode === 'UPI' ? txnId.trim() : '',
  })
  const refused = refusedSelection(mode, fees)
  const said = unknown ? [sendAgain] : [payment.refusal, refused].filter((text) => text !== null)
  const pending = pendingOf(fees)
  const today = schoolDay(new Date())
  const days = useMoneyDays(termId)

  // What was typed stays; what was only filled in follows the account.
  const typed = form.formState.dirtyFields.amount === true
  useEffect(() => {
    if (!typed) form.resetField('amount', { defaultValue: pending > 0 ? pending : '' })
  }, [form, typed, pending])
  const modes = entryModes.filter((one) => one.mode !== 'DISCOUNT' || account.viewerCan.giveDiscount.allowed)
  const setMode = (next: EntryMode) => {
    form.clearErrors()
    form.setValue('mode', next)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const target = event.target as HTMLElement
    if (event.key === 'Enter') {
      if (event.repeat) event.preventDefault()
      // The parts of a date are no fields of the form to the browser.
      else if (target.closest('[role=spinbutton]')) payment.submit()
      return
    }
    // Letters belong to the text they are typed into; an amount has none.
    const wanted = modes.find(({ key }) => key === event.key.toLowerCase())
    if (!wanted || unknown || target.closest('input:not([name=amount]), [role=spinbutton]')) return
    event.preventDefault()
    setMode(wanted.mode)
  }

  const onDialogClose = (_: unknown, reason: 'backdropClick' | 'escapeKeyDown') => {
    // A click beside it, or the second of a double click, must not take away what is typed.
    if (reason === 'escapeKeyDown' && !storing) close()
  }

  const close = () => {
    // Nobody knows what is stored: the account says it.
    if (unknown) void reload().catch(() => undefined)
    onClose()
  }

  return (
    <>
      <Dialog open onClose={onDialogClose} onKeyDown={onKeyDown} aria-labelledby={titleId} maxWidth="sm">
        <DialogTitle id={titleId} sx={{ pb: 1 }}>
          Take payment
          <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
            {student.name} · {student.sectionName} · {counted(fees.length, 'fee')} selected, {showMoney(pending)} pending
          </Typography>
        </DialogTitle>
        <FormProvider {...form}>
          <Box
            component="form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              event.stopPropagation()
              if (unknown) void payment.store()
              else payment.submit()
            }}
            sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
          >
            <DialogContent sx={{ pt: '4px !important' }}>
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
                    helperText={
                      days.problemOf(collectedOn) ??
                      (collectedOn !== '' && collectedOn < today ? 'An earlier day: it counts in that day’s total' : '')
                    }
                  />
                )}
                {mode === 'UPI' && (
                  <FormWide>
                    <TextField<Entry>
                      name="txnId"
                      label="Transaction ID"
                      required
                      disabled={unknown}
                      autoComplete="off"
                      maxLength={60}
                    />
                  </FormWide>
                )}
                {mode === 'CHEQUE' && (
                  <FormWide>
                    <TextField<Entry>
                      name="chequeNo"
                      label="Cheque No."
                      required
                      disabled={unknown}
                      autoComplete="off"
                      maxLength={30}
                    />
                  </FormWide>
                )}
                {mode === 'DISCOUNT' && (
                  <TextField<Entry> name="comment" label="Reason" disabled={unknown} autoComplete="off" maxLength={200} />
                )}
              </FormGrid>
              <PaymentSplit fees={fees} split={split} />
            </DialogContent>
            {/* Beside the buttons: in sight however long the split is. */}
            {said.map((text) => (
              <Alert key={text} severity={unknown ? 'warning' : 'error'} sx={{ mx: { xs: 2, sm: 3 }, mb: 0.5 }}>
                {text}
              </Alert>
            ))}
            <DialogActions>
              <Button onClick={close} disabled={storing} endIcon={<KeyCap>Esc</KeyCap>}>
                {unknown ? 'Look at the account' : 'Cancel'}
              </Button>
              <Button
                type="submit"
                variant="contained"
                key={unknown ? 'again' : 'collect'}
                autoFocus={unknown}
                loading={storing}
                disabled={!unknown && refused !== null}
              >
                {unknown ? 'Try again' : submitWords(mode, amount)}
              </Button>
            </DialogActions>
          </Box>
        </FormProvider>
      </Dialog>
      {payment.asked && (
        <ConfirmDialog
          open
          title={sureToContinue}
          confirmLabel="Continue"
          destructive={false}
          confirmByEnter
          onConfirm={payment.store}
          onClose={payment.takeBack}
        >
          <Typography>{questionWords(payment.asked)}</Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            {student.name}, {student.sectionName}
          </Typography>
        </ConfirmDialog>
      )}
    </>
  )
}

/**
 * The field that the mode asks for has the keyboard, or the amount, with its text selected: typing replaces it. At once, and not
 * by the form's own setFocus, which waits for a timer: the first digits of a cheque number went to the amount.
 */
function FocusByMode({ mode }: { mode: EntryMode }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const name = mode === 'UPI' ? 'txnId' : mode === 'CHEQUE' ? 'chequeNo' : 'amount'
    const field = place.current?.closest('form')?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }, [mode])
  return <span ref={place} hidden />
}

function submitWords(mode: EntryMode, amount: number | string): string {
  const verb = mode === 'DISCOUNT' ? 'Give discount' : 'Collect'
  return typeof amount === 'number' ? `${verb} ${showMoney(amount)}` : verb
}

/** What is about to be stored, in one line. */
function questionWords(asked: ReadyEntry): string {
  const { input } = asked
  if (!('mode' in input)) return `${showMoney(input.amount)} discount${input.comment ? ` (${input.comment})` : ''}`
  const by = entryModes.find(({ mode }) => mode === input.mode)?.label ?? ''
  const number = input.chequeNo ?? input.txnId
  return `${showMoney(input.amount)} · ${by}${number ? ` ${number}` : ''} · ${showDay(input.collectedOn)}`
}

interface ModeButtonsProps {
  modes: readonly (typeof entryModes)[number][]
  mode: EntryMode
  onChange: (mode: EntryMode) => void
  disabled: boolean
}

/** The modes; each by its underlined letter too. */
function ModeButtons({ modes, mode, onChange, disabled }: ModeButtonsProps) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      color="primary"
      value={mode}
      disabled={disabled}
      onChange={(_, next: EntryMode | null) => next && onChange(next)}
      aria-label="Mode"
      sx={{ mb: 2 }}
    >
      {modes.map(({ mode: value, label, key }) => {
        const place = label.toLowerCase().indexOf(key)
        return (
          <ToggleButton
            key={value}
            value={value}
            aria-label={label}
            aria-keyshortcuts={key}
            sx={{ textTransform: 'none', minHeight: 42 }}
          >
            {label.slice(0, place)}
            <u>{label[place]}</u>
            {label.slice(place + 1)}
          </ToggleButton>
        )
      })}
    </ToggleButtonGroup>
  )
}
