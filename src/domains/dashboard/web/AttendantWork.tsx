import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useDayFigures } from '#domains/attendance/web/dayFigures.exports.tsx'
import { takeAddress } from '#domains/attendance/web/today.exports.ts'
import { TodaysAttendance } from './TodaysAttendance.tsx'
import styles from './AttendantWork.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { QrCodeScannerIcon, RegisterIcon } from '#ui/kit/icons.ts'
import { Button } from '#ui/kit/Button.tsx'

/** The dashboard of an attendant: links to attendance and gate, and the registers of today. */
export default function AttendantWork() {
  const today = useDayFigures()
  const { viewer, school, term } = useActiveSchool()
  const { qrcode, rfid } = school.flags
  return (
    <section aria-label={t`Your work`} className={styles.section}>
      <Heading level={2}>
        <Trans>Welcome, {viewer.name}</Trans>
      </Heading>
      <div className={styles.grid}>
        {term && (
          <Button as={Link} to={takeAddress} icon={<RegisterIcon />} className={styles.button}>
            <Trans>Take Attendance</Trans>
          </Button>
        )}
        {(qrcode || rfid) && (
          <Button as={Link} to="/gate" icon={<QrCodeScannerIcon />} className={styles.button}>
            <Trans>Gate</Trans>
          </Button>
        )}
      </div>
      {term && <TodaysAttendance today={today} />}
    </section>
  )
}
