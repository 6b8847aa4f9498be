import { choiceLabel, choicesText } from '../choiceLabels.ts'
import { factsOf, type StudentField } from '../students.fields.ts'
import { Facts } from './StudentFacts.tsx'
import type { StudentDetailFragment } from './students.graphql.ts'

/** What the government's portal asks of a student. Its lists come with it, after the rest of the page. */
export default function ReportingFacts(props: {
  title: string
  fields: readonly StudentField[]
  details: NonNullable<StudentDetailFragment['details']>
}) {
  const { title, fields, details } = props
  return (
    <Facts title={title} facts={fields.map((field) => [factsOf(field).label, factText(field, String(details[field] ?? ''))])} />
  )
}

function factText(field: StudentField, value: string): string {
  const { kind, list } = factsOf(field)
  if (!list || value === '') return value
  return kind === 'choices' ? choicesText(list, value) : choiceLabel(list, value)
}
