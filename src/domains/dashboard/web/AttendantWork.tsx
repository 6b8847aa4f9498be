import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { takeAddress, useDayFigures } from '#domains/attendance/web/dayFigures.exports.tsx'
import { TodaysAttendance } from './TodaysAttendance.tsx'
import styles from './AttendantWork.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { QrCodeScannerIcon, RegisterIcon } from '#ui/kit/icons.ts'

const largeButton = { minHeight: 96, fontSize: '1.125rem', justifyContent: 'flex-start', px: 3, gap: 1 } as const

/** The dashboard of an attendant: links to attendance and gate, and the registers of today. */
export function AttendantWork() {
  const today = useDayFigures()
  const { viewer, school, term } = useActiveSchool()
  const { qrcode, rfid } = school.flags
  return (
    <section aria-label="Your work" className={styles.section}>
      <Heading level={2}>Welcome, {viewer.name}</Heading>
      <div className={styles.grid}>
        {term && (
          <Button component={Link} to={takeAddress} variant="outlined" startIcon={<RegisterIcon />} sx={largeButton}>
            Take Attendance
          </Button>
        )}
        {(qrcode || rfid) && (
          <Button component={Link} to="/gate" variant="outlined" startIcon={<QrCodeScannerIcon />} sx={largeButton}>
            Gate
          </Button>
        )}
      </div>
      {term && <TodaysAttendance today={today} />}
    </section>
  )
}
