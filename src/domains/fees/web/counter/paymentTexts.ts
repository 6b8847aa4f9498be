import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { counterModes, fullReference } from '#shared/paymentModes.ts'
import type { EntryMode, ValidEntry } from './paymentEntry.ts'

/** Says that an earlier day is chosen. `isLate`: the selected fees have late fees. */
export function earlierDayHint(isLate: boolean): string {
  return isLate
    ? t`An earlier day: it counts in that day’s total, with the late fee of that day`
    : t`An earlier day: it counts in that day’s total`
}

/** Returns the label of the button that stores the entry. `amount` is in paise, or what was typed so far. */
export function submitLabel(mode: EntryMode, amount: number | string): string {
  if (mode === 'WAIVER') return typeof amount === 'number' ? t`Waive ${showMoney(amount)}` : t`Waive late fee`
  if (mode === 'WRITE_OFF') return typeof amount === 'number' ? t`Write off ${showMoney(amount)}` : t`Write off`
  if (typeof amount !== 'number') return mode === 'DISCOUNT' ? t`Give discount` : t`Collect`
  return mode === 'DISCOUNT' ? t`Give discount ${showMoney(amount)}` : t`Collect ${showMoney(amount)}`
}

/** Returns what is about to be stored, in one line. */
export function confirmationText({ mode, input }: ValidEntry): string {
  const amount = showMoney(input.amount)
  if (!('mode' in input)) {
    const reason = input.comment
    if (mode === 'WAIVER') return t`${amount} late fee waived (${reason})`
    return mode === 'WRITE_OFF' ? t`${amount} written off (${reason})` : t`${amount} discount (${reason})`
  }
  const by = counterModes[input.mode].label
  const number = fullReference({
    mode: input.mode,
    chequeNo: input.chequeNo ?? '',
    txnId: input.txnId ?? '',
    onlineRef: null,
    transferKind: input.transferKind ?? null,
    cardLast4: input.cardLast4 ?? null,
    bankName: input.bankName ?? '',
    instrumentOn: input.instrumentOn ?? null,
  })
  return [amount, number ? `${by} ${number}` : by, showDay(input.collectedOn)].join(' · ')
}
