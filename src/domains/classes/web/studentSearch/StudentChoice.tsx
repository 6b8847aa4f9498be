import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type FieldPath, type FieldValues } from 'react-hook-form'
import { useField } from '#ui/forms/field.ts'
import { Combobox } from '#ui/kit/Combobox.tsx'
import { type StudentMatch, studentTitle } from './useStudentMatches.ts'
import { studentMatchProps, useStudentSearch } from './useStudentSearch.tsx'

/** A form field for one student, searched as at the counter. The form's value is the student's id, or ''. */
export function StudentChoice<Values extends FieldValues = FieldValues>({ name }: { name: FieldPath<Values> }) {
  const { id, field, error, hint } = useField<Values>({ name, label: t`Student` })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<StudentMatch | null>(null)
  const { matches, props: searchProps } = useStudentSearch(chosen ? '' : typed)
  return (
    <Combobox
      {...searchProps}
      {...studentMatchProps}
      {...{ id, error, hint }}
      label={t`Student`}
      required
      placeholder={t`Name, roll or phone`}
      options={matches.rows}
      optionLabel={studentTitle}
      value={chosen}
      onChange={(match) => {
        setChosen(match)
        field.onChange(match?.student.id ?? '')
      }}
      typed={typed}
      onTyped={setTyped}
      inputRef={field.ref}
      onBlur={field.onBlur}
    />
  )
}
