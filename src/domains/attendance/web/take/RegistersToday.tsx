import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { schoolDay } from '../../../../shared/dates.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { RegisterCards } from './RegisterCards.tsx'
import { takenWords } from './registerList.ts'
import { useRegistersOfDay } from './useRegistersOfDay.ts'

/** The registers of today, one tap from being taken; nothing where there are none. What cannot be read is said on their own screen. */
export function RegistersToday() {
  const { schoolId, terms } = useActiveSchool()
  const termId = terms.find((term) => term.current)?.id ?? null
  const { registers } = useRegistersOfDay(schoolId, termId, schoolDay(new Date()))
  if (!registers || registers.length === 0) return null
  return (
    <Box component="section" aria-label="Take Attendance">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, mb: 1 }}>
        <Typography variant="h2">Take Attendance</Typography>
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
          {takenWords(registers)}
        </Typography>
      </Box>
      <RegisterCards registers={registers} />
    </Box>
  )
}
