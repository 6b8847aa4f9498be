import { t } from '@lingui/core/macro'
import { type Day, schoolDay } from '#shared/dates.ts'
import { type Days, dayChoices, parseDays } from './days.ts'
import type { TableControl } from './useTableQuery.ts'
import { Row } from '#ui/kit/Row.tsx'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { DayField } from '../kit/DayField.tsx'
import styles from './DayRange.module.css'

export interface DayRangeProps {
  /** The list that is filtered. */
  control: TableControl
  /** Label of the choice without bounds. */
  every?: string
}

/** The day filter of a list. Both ends are inclusive and optional. Common ranges have a chip. */
export function DayRange({ control, every }: DayRangeProps) {
  const { filters } = control.query
  const { from, to } = parseDays(filters)
  const onChange = (days: Days) => {
    const { from: _, to: __, ...others } = filters
    control.change({ filters: { ...others, ...days } })
  }
  return (
    <Row gap={2} align="center" wrap>
      <DayField
        label={t`From`}
        day={from}
        onDay={(day) => onChange(orderedDays(day, to, 'from'))}
        onClear={() => onChange(orderedDays(undefined, to, 'from'))}
      />
      <DayField
        label={t`To`}
        day={to}
        onDay={(day) => onChange(orderedDays(from, day, 'to'))}
        onClear={() => onChange(orderedDays(from, undefined, 'to'))}
      />
      <Row role="group" aria-label={t`Days`} gap={2} className={styles.choices}>
        {dayChoices(schoolDay(new Date()), every).map(({ label, days: choice }) => {
          const isChosen = choice.from === from && choice.to === to
          return <ChipButton key={label} label={label} pressed={isChosen} onClick={() => onChange(choice)} />
        })}
      </Row>
    </Row>
  )
}

/** Returns a range that is never empty: the day just chosen moves the other one if needed. */
function orderedDays(from: Day | undefined, to: Day | undefined, chosen: 'from' | 'to'): Days {
  const isReversed = from !== undefined && to !== undefined && from > to
  const chosenDay = chosen === 'from' ? from : to
  const days = isReversed ? { from: chosenDay, to: chosenDay } : { from, to }
  return { ...(days.from ? { from: days.from } : {}), ...(days.to ? { to: days.to } : {}) }
}
