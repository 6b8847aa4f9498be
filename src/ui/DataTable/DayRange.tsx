import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs from 'dayjs'
import { type Day, isDay, schoolDay } from '#shared/dates.ts'
import { type Days, dayChoices, parseDays } from './days.ts'
import type { TableControl } from './useTableQuery.ts'
import { Row } from '#ui/kit/Row.tsx'
import { ChipButton } from '#ui/kit/Chip.tsx'

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
      <LocalizationProvider dateAdapter={AdapterDayjs}>
        <DayField label="From" day={from} onChange={(day) => onChange(orderedDays(day, to, 'from'))} />
        <DayField label="To" day={to} onChange={(day) => onChange(orderedDays(from, day, 'to'))} />
      </LocalizationProvider>
      <Row role="group" aria-label="Days" gap={2} wrap>
        {dayChoices(schoolDay(new Date()), every).map(({ label, days: choice }) => {
          const isChosen = choice.from === from && choice.to === to
          return <ChipButton key={label} label={label} pressed={isChosen} onClick={() => onChange(choice)} />
        })}
      </Row>
    </Row>
  )
}

function DayField({ label, day, onChange }: { label: string; day: Day | undefined; onChange: (day: Day | undefined) => void }) {
  return (
    <DatePicker
      label={label}
      format="DD MMM YYYY"
      value={day ? dayjs(day) : null}
      onChange={(value) => {
        // Ignore a date that is still being typed.
        const typed = value?.isValid() ? value.format('YYYY-MM-DD') : ''
        if (value === null) onChange(undefined)
        else if (isDay(typed)) onChange(typed)
      }}
      slotProps={{
        textField: {
          size: 'small',
          // Two fields fit side by side on a phone.
          sx: { flex: { xs: '1 1 140px', sm: 'none' }, width: { sm: 160 }, '& .MuiPickersInputBase-root': { fontSize: 14 } },
        },
      }}
    />
  )
}

/** Returns a range that is never empty: the day just chosen moves the other one if needed. */
function orderedDays(from: Day | undefined, to: Day | undefined, chosen: 'from' | 'to'): Days {
  const isReversed = from !== undefined && to !== undefined && from > to
  const chosenDay = chosen === 'from' ? from : to
  const days = isReversed ? { from: chosenDay, to: chosenDay } : { from, to }
  return { ...(days.from ? { from: days.from } : {}), ...(days.to ? { to: days.to } : {}) }
}
