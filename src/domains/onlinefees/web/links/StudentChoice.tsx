import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type FieldPath, type FieldValues } from 'react-hook-form'
import { useField } from '#ui/forms/field.ts'
import { StudentOption, type StudentMatch, studentTitle, useStudentSearch } from '#domains/classes/web/studentSearch.exports.tsx'

/** A form field for one student, searched as at the counter. The form's value is the student's id, or ''. */
export function StudentChoice<Values extends FieldValues = FieldValues>({ name }: { name: FieldPath<Values> }) {
  const { id, field, error, helperText } = useField<Values>({ name, label: 'Student' })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<StudentMatch | null>(null)
  const { matches, props: searchProps, searchIcon } = useStudentSearch(chosen ? '' : typed)
  return (
    <Autocomplete
      {...searchProps}
      id={id}
      options={matches.rows}
      value={chosen}
      inputValue={typed}
      onInputChange={(_, value) => setTyped(value)}
      onChange={(_, match) => {
        setChosen(match)
        field.onChange(match?.student.id ?? '')
      }}
      onBlur={field.onBlur}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      getOptionKey={(match) => match.id}
      getOptionLabel={studentTitle}
      renderOption={({ key, ...option }, match) => <StudentOption key={key} option={option} match={match} />}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label="Student"
          required
          placeholder="Name, roll or phone"
          error={error}
          helperText={helperText}
          slotProps={{ ...params.slotProps, input: { ...params.slotProps.input, startAdornment: searchIcon } }}
        />
      )}
    />
  )
}
