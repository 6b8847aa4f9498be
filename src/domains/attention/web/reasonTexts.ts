import { plural, t } from '@lingui/core/macro'
import { showDay, weekdayName } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { showPercent } from '#shared/percent.ts'
import type { AttentionCaseRowFragment, AttentionReasonFactsFragment } from './attention.graphql.ts'

type Reason = AttentionReasonFactsFragment

/** A share in tenths of a per cent, as text: `74.2 %`. */
const tenths = (value: number) => showPercent(value * 10)

/** Returns what a rule has counted, by its latest figure: `Attendance so far: 71.4 %`. */
export function reasonText({ rule, value, base, since, weekday }: Reason): string {
  switch (rule) {
    case 'ABSENT_RUN':
      return t`Absent ${plural(value, { one: '# day', other: '# days' })} in a row, from ${showDay(since)}`
    case 'LOW_SHARE':
      return t`Attendance so far: ${tenths(value)}`
    case 'FALL':
      return t`${tenths(value)} in the last two weeks, ${tenths(base)} before`
    case 'WEEKDAY':
      return t`${weekdayName(weekday ?? 0)}: absent on ${value} of the last ${base}`
    case 'GATE':
      return t`In by the gate and absent in class on ${plural(value, { one: '# day', other: '# days' })} of two weeks, last on ${showDay(since)}`
    case 'OVERDUE':
      return t`${showMoney(value)} overdue, the oldest since ${showDay(since)}`
  }
}

/** Returns the figure that a reason was found by, beside the day: `found at 74.2 %`. */
export function foundText(reason: Reason): string {
  return reasonText({ ...reason, value: reason.foundValue, base: reason.foundBase })
}

/** Returns why a reason stands no more: `Back at school: present on the last 2 days`. */
export function goneText(reason: Reason): string {
  switch (reason.goneWhy) {
    case 'LEFT':
      return t`The student has left or was disabled`
    case 'TERM':
      return t`The term is over`
    case 'OFF':
      return t`The rule was switched off`
    case 'FIGURE':
    case null:
      return goodFigure(reason)
  }
}

function goodFigure({ rule, value, base }: Reason): string {
  switch (rule) {
    case 'ABSENT_RUN':
      return t`Back at school: present on ${plural(base, { one: 'the last day', other: 'the last # days' })}`
    case 'LOW_SHARE':
      return t`Attendance so far: ${tenths(value)}`
    case 'FALL':
      return t`${tenths(value)} in the last two weeks, ${tenths(base)} before`
    case 'WEEKDAY':
      return t`Absent on only ${value} of the last ${base} such days`
    case 'GATE':
      return t`No such day within two weeks`
    case 'OVERDUE':
      return value === 0 ? t`Nothing is overdue` : t`Only ${showMoney(value)} is overdue, and not for long`
  }
}

/** Returns the short names of a case's reasons that stand; of a closed case, of all of them. */
export function shortReasons({ reasons, closedOn }: AttentionCaseRowFragment): string {
  return reasons
    .filter((reason) => closedOn !== null || reason.goneOn === null)
    .map(shortReason)
    .join(' · ')
}

function shortReason({ rule, value, base, weekday }: Reason): string {
  switch (rule) {
    case 'ABSENT_RUN':
      return t`${plural(value, { one: '# day', other: '# days' })} absent in a row`
    case 'LOW_SHARE':
      return t`Attendance so far: ${tenths(value)}`
    case 'FALL':
      return t`${tenths(value)} lately, ${tenths(base)} before`
    case 'WEEKDAY':
      return t`${weekdayName(weekday ?? 0)}: ${value} of ${base} absent`
    case 'GATE':
      return t`At the gate, not in class`
    case 'OVERDUE':
      return t`${showMoney(value)} overdue`
  }
}

/** Returns how a closed case was closed: by whom and why, or by itself with the figure. */
export function howClosed({ closedOn, closedByName, closeReason, reasons }: AttentionCaseRowFragment): string {
  if (closedByName !== null) return `${closedByName}: ${closeReason ?? ''}`
  const last = reasons.filter((reason) => reason.goneOn === closedOn)
  return t`By itself: ${last.map(goneText).join('; ')}`
}

/** Returns who closed a case and why; of one that was closed by itself only that, because its figures are long. */
export function shortHowClosed(row: AttentionCaseRowFragment): string {
  return row.closedByName === null ? t`By itself` : howClosed(row)
}

/** Returns when and how a closed case was closed. */
export function closingText(row: AttentionCaseRowFragment): string {
  return t`Closed on ${showDay(row.closedOn)}. ${howClosed(row)}`
}
