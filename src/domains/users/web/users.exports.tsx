import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { TeachersDocument } from './teachers.graphql.ts'

interface Teacher {
  id: string
  name: string
  email: string
}

export interface TeachersSelectProps<Values extends FieldValues> {
  /** The form's field, a list of user ids. */
  name: FieldPath<Values>
  label?: string
  required?: boolean
  /** Teachers assigned already, who are offered even when disabled or no longer a TEACHER. */
  also?: readonly Teacher[]
}

/** A form field that selects teachers of the active school. */
export function TeachersSelect<Values extends FieldValues = FieldValues>(props: TeachersSelectProps<Values>) {
  const { name, label = t`Teachers`, required = false, also } = props
  const { schoolId } = useActiveSchool()
  const { data, loading, error } = useQuery(TeachersDocument, { variables: { schoolId } })
  const options = useMemo(() => teacherOptions([...(data?.teachers ?? []), ...(also ?? [])]), [data, also])
  return (
    <ChoiceField<Values>
      name={name}
      label={label}
      required={required}
      multiple
      options={options}
      loading={loading && !data}
      {...(error ? { hint: genericMessage(failureOf(error)) } : {})}
    />
  )
}

/** Returns an option per teacher, with the e-mail where two share a name. */
function teacherOptions(teachers: readonly Teacher[]) {
  const unique = [...new Map(teachers.map((teacher) => [teacher.id, teacher])).values()]
  const names = Map.groupBy(unique, (teacher) => teacher.name)
  return unique.map(({ id, name, email }) => ({
    value: id,
    label: (names.get(name)?.length ?? 0) > 1 ? `${name} (${email})` : name,
  }))
}
