import { t } from '@lingui/core/macro'
import { Need } from '../Need.tsx'
import type { Today } from './useToday.ts'

type DueSheets = NonNullable<Today['marksDue']>

/** How many sheets are named. */
const named = 3

/** The line of a teacher's marks that are due: their papers are written, and marks are missing. */
export function MarksDue({ sheets }: { sheets: DueSheets }) {
  const [first] = sheets
  if (!first) return null
  const { sectionId, subjectId, part } = first
  const [to, address] =
    sheets.length === 1 ? ['/exams/marks', { section: sectionId, subject: subjectId, part }] : ['/exams', { part }]
  const names = sheets.slice(0, named).map(({ sectionName, subjectName }) => `${sectionName} ${subjectName}`)
  return (
    <Need
      count={sheets.length}
      label={t`Marks to enter`}
      about={names.join(', ') + (sheets.length > named ? ' …' : '')}
      action={t`Enter marks`}
      to={`${to}?${new URLSearchParams(address)}`}
    />
  )
}
