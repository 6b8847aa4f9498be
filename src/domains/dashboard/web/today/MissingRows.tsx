import { t } from '@lingui/core/macro'
import { showTime } from '#domains/attendance/web/today.exports.ts'
import { FamilyKnows } from './FamilyKnows.tsx'
import { Call, NeedRow, NeedRows } from './NeedRows.tsx'
import { registerPage, type Today, type TodaysAttendance } from './useToday.ts'

/** The children who came in by the gate and are absent in class. The row opens the register. */
export function MissingRows({ attendance, today }: { attendance: TodaysAttendance; today: Today }) {
  return (
    <NeedRows rows={attendance.missingInClass} total={attendance.missingCount} label={t`Missing in class`}>
      {(child) => (
        <NeedRow key={child.studentId} title={child.name} to={registerPage(child, today.day)} detail={detailOf(child)}>
          <Call name={t`the family of ${child.name}`} phone={child.phone} />
          {today.viewerCan.tellFamily.allowed && <FamilyKnows student={child} />}
        </NeedRow>
      )}
    </NeedRows>
  )
}

function detailOf({ sectionName, cameAt, takenByName, leaveReason }: TodaysAttendance['missingInClass'][number]): string {
  const facts = [sectionName, t`in at ${showTime(cameAt)}`, t`marked absent by ${takenByName}`]
  return [...facts, ...(leaveReason ? [t`Told: ${leaveReason}`] : [])].join(' · ')
}
