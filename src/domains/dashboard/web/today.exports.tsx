import { t } from '@lingui/core/macro'
import { Needs } from './Need.tsx'
import { Birthdays, ChildNeeds } from './today/ChildNeeds.tsx'
import { useToday } from './today/useToday.ts'

/**
 * What needs a teacher today in the own sections, without the registers, which the page shows itself. Renders nothing
 * when there is nothing, or before the answer.
 */
export default function TeacherToday() {
  const { data } = useToday(false)
  if (!data?.today.attendance) return null
  const { attendance, birthdays } = data.today
  if (attendance.missingCount + attendance.families.toTellCount + (birthdays?.length ?? 0) === 0) return null
  return (
    <Needs label={t`What needs a look`}>
      <ChildNeeds today={data.today} registers={false} />
      <Birthdays today={data.today} />
    </Needs>
  )
}
