import CalendarIcon from '@mui/icons-material/CalendarToday'
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useRef } from 'react'
import { addDays, type Day, isDay } from '#shared/dates.ts'
import { weekdayAndDay } from './labels.ts'

/**
 * Selects a day up to today: the previous one, the next one, or one from a calendar. Uses the browser's own calendar,
 * which opens at once and needs no code, and shows the day in the product's usual format.
 */
export function DayChoice({ day, today, onDay }: { day: Day; today: Day; onDay: (day: Day) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box role="group" aria-label="Day" sx={{ display: 'flex', alignItems: 'center', position: 'relative' }}>
      <IconButton aria-label="Previous day" onClick={() => onDay(addDays(day, -1))}>
        <ChevronLeftIcon />
      </IconButton>
      <Button
        variant="outlined"
        startIcon={<CalendarIcon fontSize="small" />}
        onClick={() => input.current?.showPicker()}
        sx={{ minWidth: 176, minHeight: 40 }}
      >
        {day === today ? `Today, ${weekdayAndDay(day).slice(5)}` : weekdayAndDay(day)}
      </Button>
      <Box
        component="input"
        type="date"
        ref={input}
        tabIndex={-1}
        aria-hidden
        value={day}
        max={today}
        onChange={(event) => isDay(event.target.value) && event.target.value <= today && onDay(event.target.value)}
        sx={{
          position: 'absolute',
          left: 48,
          bottom: 0,
          width: 1,
          height: 1,
          opacity: 0,
          pointerEvents: 'none',
          border: 0,
          p: 0,
        }}
      />
      <IconButton aria-label="Next day" disabled={day >= today} onClick={() => onDay(addDays(day, 1))}>
        <ChevronRightIcon />
      </IconButton>
    </Box>
  )
}
