import { t } from '@lingui/core/macro'
import { Call, NeedRow, NeedRows } from './NeedRows.tsx'
import type { Today } from './useToday.ts'

/** The children whose birthday it is, with their age. */
export function BirthdayRows({ today: { birthdays, day } }: { today: Today }) {
  const age = (birthdate: string) => Number(day.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return (
    <NeedRows rows={birthdays ?? []} label={t`Birthdays today`}>
      {(child) => (
        <NeedRow
          key={child.studentId}
          title={child.name}
          to={`/students/${child.studentId}`}
          detail={[child.sectionName, t`turns ${age(child.birthdate)}`].join(' · ')}
        >
          <Call name={t`the family of ${child.name}`} phone={child.phone} />
        </NeedRow>
      )}
    </NeedRows>
  )
}
