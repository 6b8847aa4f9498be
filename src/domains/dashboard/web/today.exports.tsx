import { t } from '@lingui/core/macro'
import { Needs } from './Need.tsx'
import { Birthdays, ChildNeeds } from './today/ChildNeeds.tsx'
import { MarksDue } from './today/MarksDue.tsx'
import { useToday } from './today/useToday.ts'

/**
 * What needs a teacher today in the own sections, without the registers, which the page shows itself. Renders nothing
 * when there is nothing, or before the answer.
 */
export default function TeacherToday() {
  const { data } = useToday(false)
  if (!data?.today.attendance) return null
  const { attendance, birthdays, marksDue } = data.today
  const lines = attendance.missingCount + attendance.families.toTellCount + (birthdays?.length ?? 0) + (marksDue?.length ?? 0)
  if (lines === 0) return null
  return (
    <Needs label={t`What needs a look`}>
      <ChildNeeds today={data.today} registers={false} />
      {marksDue && marksDue.length > 0 && <MarksDue sheets={marksDue} />}
      <Birthdays today={data.today} />
    </Needs>
  )
}
