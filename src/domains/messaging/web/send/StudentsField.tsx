import { t } from '@lingui/core/macro'
import { useMemo, useState } from 'react'
import { useField } from '#ui/forms/field.ts'
import { StudentOption, type StudentMatch, studentTitle, useStudentSearch } from '#domains/classes/web/studentSearch.exports.tsx'
import type { SendForm } from './sendForm.ts'
import { MultiCombobox } from '#ui/kit/Combobox.tsx'

/** A chosen student with the label that the field shows. */
export interface ChosenStudent {
  id: string
  label: string
}

/** An option of the list, or a chosen student without the match that it came from. */
type Option = ChosenStudent & { match?: StudentMatch }

/** A field to find and choose students, as at the fee counter. The form holds them with their labels. */
export function StudentsField({ name }: { name: 'students' }) {
  const { id, field, error, hint } = useField<SendForm>({ name, label: t`Students` })
  const chosen = field.value as ChosenStudent[]
  const [searchText, setSearchText] = useState('')
  const { matches, props: searchProps } = useStudentSearch(searchText)
  const options = useMemo(
    () => matches.rows.map((match) => ({ id: match.student.id, label: studentTitle(match), match })),
    [matches.rows],
  )
  return (
    <MultiCombobox<Option>
      {...searchProps}
      {...{ id, error }}
      label={t`Students`}
      required
      placeholder={chosen.length === 0 ? t`Name, roll or phone` : ''}
      hint={hint ?? t`Type, press Enter to add, then type the next one`}
      options={options.filter((option) => !chosen.some((student) => student.id === option.id))}
      optionKey={(option) => option.id}
      optionLabel={(option) => option.label}
      renderOption={({ match }) => match && <StudentOption match={match} />}
      value={chosen}
      onChange={(students) => {
        field.onChange(students.map(({ id: studentId, label }) => ({ id: studentId, label })))
        setSearchText('')
      }}
      typed={searchText}
      onTyped={setSearchText}
      inputRef={field.ref}
      onBlur={field.onBlur}
    />
  )
}
