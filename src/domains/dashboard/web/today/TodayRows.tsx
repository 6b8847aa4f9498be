import { BirthdayRows } from './BirthdayRows.tsx'
import { FamilyRows } from './FamilyRows.tsx'
import { MissingRows } from './MissingRows.tsx'
import { RegisterRows } from './RegisterRows.tsx'
import { ToldUsRows } from './ToldUsRows.tsx'
import type { RowsPart } from './rowsPart.ts'
import type { Today } from './useToday.ts'

/** The rows of a line with their buttons: one part of the code, which comes after the lines. */
export default function TodayRows({ part, today }: { part: RowsPart; today: Today }) {
  const { attendance } = today
  if (part === 'birthdays') return <BirthdayRows today={today} />
  if (!attendance) return null
  if (part === 'missing') return <MissingRows attendance={attendance} today={today} />
  if (part === 'registers') return <RegisterRows attendance={attendance} today={today} />
  if (part === 'toldUs') return <ToldUsRows attendance={attendance} today={today} />
  return <FamilyRows attendance={attendance} today={today} />
}
