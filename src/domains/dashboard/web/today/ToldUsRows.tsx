import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import { Call, NeedRow, NeedRows } from './NeedRows.tsx'
import type { Today, TodaysAttendance } from './useToday.ts'

/** The absent children whose families have told the school, with the reason. Nobody has to call them. */
export function ToldUsRows({ attendance: { families }, today }: { attendance: TodaysAttendance; today: Today }) {
  return (
    <NeedRows rows={families.toldUs} total={families.toldUsCount} label={t`Families that have told the school`}>
      {({ studentId, name, sectionName, phone, reason, until }) => {
        const lastDay = showDay(until)
        const facts = [sectionName, t`Told: ${reason}`, until > today.day ? t`until ${lastDay}` : '']
        return (
          <NeedRow key={studentId} title={name} to={`/students/${studentId}`} detail={facts.filter(Boolean).join(' · ')}>
            <Call name={t`the family of ${name}`} phone={phone} />
          </NeedRow>
        )
      }}
    </NeedRows>
  )
}
