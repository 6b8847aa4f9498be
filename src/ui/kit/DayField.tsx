import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type Day, isDay } from '#shared/dates.ts'
import { DateField } from '#ui/kit/DateField.tsx'
import styles from './DayField.module.css'

interface DayFieldProps {
  label: string
  day: Day | undefined
  max?: Day
  onDay: (day: Day) => void
  /** Whether there may be none, and what happens then. */
  onClear?: () => void
}

/** A date field above a table. Calls `onDay` with complete, allowed dates only. */
export function DayField({ label, day = '', max, onDay, onClear }: DayFieldProps) {
  // What is no day yet, until it is one or the field is left.
  const [typed, setTyped] = useState<string | null>(null)

  function change(value: string) {
    const allowed = isDay(value) && (max === undefined || value <= max)
    setTyped(allowed || (value === '' && onClear) ? null : value)
    if (allowed) onDay(value)
    else if (value === '') onClear?.()
  }

  return (
    <DateField
      label={label}
      compact
      value={typed ?? day}
      max={max}
      placeholder={onClear && t`Any day`}
      onChange={change}
      onBlur={() => setTyped(null)}
      className={styles.day}
    />
  )
}
