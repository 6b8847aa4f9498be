import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { addDays, type Day, isDay, showDay } from '#shared/dates.ts'
import { weekdayAndDay } from './labels.ts'
import styles from './DayChoice.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from '#ui/kit/icons.ts'

/**
 * Selects a day up to today: the previous one, the next one, or one from a calendar. Uses the browser's own calendar,
 * which opens at once and needs no code, and shows the day in the product's usual format.
 */
export function DayChoice({ day, today, onDay }: { day: Day; today: Day; onDay: (day: Day) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div role="group" aria-label={t`Day`} className={styles.row}>
      <IconButton aria-label={t`Previous day`} onClick={() => onDay(addDays(day, -1))}>
        <ChevronLeftIcon />
      </IconButton>
      <Button icon={<CalendarIcon size={20} />} onClick={() => input.current?.showPicker()} className={styles.button}>
        {day === today ? t`Today, ${showDay(day)}` : weekdayAndDay(day)}
      </Button>
      <input
        type="date"
        ref={input}
        tabIndex={-1}
        aria-hidden
        value={day}
        max={today}
        onChange={(event) => isDay(event.target.value) && event.target.value <= today && onDay(event.target.value)}
        className={styles.box}
      />
      <IconButton aria-label={t`Next day`} disabled={day >= today} onClick={() => onDay(addDays(day, 1))}>
        <ChevronRightIcon />
      </IconButton>
    </div>
  )
}
