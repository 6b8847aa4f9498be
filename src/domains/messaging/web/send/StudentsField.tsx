import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { useField } from '#ui/forms/field.ts'
import { StudentOption, type StudentMatch, studentTitle, useStudentSearch } from '#domains/classes/web/studentSearch.exports.tsx'
import type { SendForm } from './sendForm.ts'

/** A chosen student with the label that the field shows. */
export interface ChosenStudent {
  id: string
  label: string
}

/** An option of the list, or a chosen student without the match that it came from. */
type Option = ChosenStudent & { match?: StudentMatch }

/** A field to find and choose students, as at the fee counter. The form holds them with their labels. */
export function StudentsField({ name }: { name: 'students' }) {
  const { id, field, error, helperText } = useField<SendForm>({ name, label: 'Students' })
  const chosen = field.value as ChosenStudent[]
  const [searchText, setSearchText] = useState('')
  const { matches, props: searchProps } = useStudentSearch<Option>(searchText)
  const options = useMemo(
    () => matches.rows.map((match) => ({ id: match.student.id, label: studentTitle(match), match })),
    [matches.rows],
  )
  return (
    <Autocomplete<Option, true>
      {...searchProps}
      id={id}
      multiple
      options={options}
      value={chosen}
      inputValue={searchText}
      onInputChange={(_, value, reason) => {
        if (reason !== 'blur') setSearchText(value)
      }}
      onChange={(_, students) => {
        field.onChange(students.map(({ id: studentId, label }) => ({ id: studentId, label })))
        setSearchText('')
      }}
      onBlur={field.onBlur}
      filterSelectedOptions
      isOptionEqualToValue={(option, value) => option.id === value.id}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => option.label}
      renderOption={({ key, ...option }, { match }) => match && <StudentOption key={key} option={option} match={match} />}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label="Students"
          required
          placeholder={chosen.length === 0 ? 'Name, roll or phone' : ''}
          error={error}
          helperText={helperText ?? 'Type, press Enter to add, then type the next one'}
        />
      )}
    />
  )
}
