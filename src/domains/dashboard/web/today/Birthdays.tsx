import { t } from '@lingui/core/macro'
import { Need } from '../Need.tsx'
import { Call, NeedRow, NeedRows } from './NeedRows.tsx'
import type { Today } from './useToday.ts'

/** The children whose birthday it is. */
export function Birthdays({ birthdays, day }: { birthdays: NonNullable<Today['birthdays']>; day: string }) {
  if (birthdays.length === 0) return null
  const age = (birthdate: string) => Number(day.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return (
    <section aria-label={t`Birthdays today`}>
      <Need quiet count={birthdays.length} label={t`Birthdays today`} about={t`Congratulate them in class, or call the family`} />
      <NeedRows rows={birthdays} label={t`Birthdays today`}>
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
    </section>
  )
}
