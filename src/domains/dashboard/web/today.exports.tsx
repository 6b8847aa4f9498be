import { t } from '@lingui/core/macro'
import { Needs } from './Need.tsx'
import { Birthdays } from './today/Birthdays.tsx'
import { FamiliesToTell } from './today/FamiliesToTell.tsx'
import { MissingInClass } from './today/MissingInClass.tsx'
import { useToday } from './today/useToday.ts'

/**
 * What needs a teacher today in the own sections, without the registers, which the page shows itself. Renders nothing
 * when there is nothing, or before the answer.
 */
export default function TeacherToday() {
  const { data } = useToday(false)
  const { attendance, birthdays, day } = data?.today ?? {}
  if (!data || !attendance || !birthdays || !day) return null
  const { missingCount, families } = attendance
  if (missingCount + families.toTellCount + birthdays.length === 0) return null
  return (
    <Needs label={t`What needs a look`}>
      <MissingInClass attendance={attendance} today={data.today} />
      <FamiliesToTell attendance={attendance} today={data.today} />
      <Birthdays birthdays={birthdays} day={day} />
    </Needs>
  )
}
