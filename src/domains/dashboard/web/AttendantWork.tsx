import HowToRegIcon from '@mui/icons-material/HowToReg'
import QrCodeScannerIcon from '@mui/icons-material/QrCodeScanner'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { takeAddress, useDayFigures } from '#domains/attendance/web/dayFigures.exports.tsx'
import { TodaysAttendance } from './TodaysAttendance.tsx'

const largeButton = { minHeight: 96, fontSize: '1.125rem', justifyContent: 'flex-start', px: 3, gap: 1 } as const

/** The dashboard of an attendant: links to attendance and gate, and the registers of today. */
export function AttendantWork() {
  const today = useDayFigures()
  const { viewer, school, term } = useActiveSchool()
  const { qrcode, rfid } = school.flags
  return (
    <Box component="section" aria-label="Your work" sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 640 }}>
      <Typography variant="h2">Welcome, {viewer.name}</Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {term && (
          <Button component={Link} to={takeAddress} variant="outlined" startIcon={<HowToRegIcon />} sx={largeButton}>
            Take Attendance
          </Button>
        )}
        {(qrcode || rfid) && (
          <Button component={Link} to="/gate" variant="outlined" startIcon={<QrCodeScannerIcon />} sx={largeButton}>
            Gate
          </Button>
        )}
      </Box>
      {term && <TodaysAttendance today={today} />}
    </Box>
  )
}
