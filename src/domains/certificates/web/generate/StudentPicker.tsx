import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { StudentOption, useStudentSearch } from '#domains/classes/web/studentSearch.exports.tsx'

/** Finds the student for a certificate by name, roll, register number or phone. */
export function StudentPicker({ onChoose }: { onChoose: (studentId: string) => void }) {
  const [typed, setTyped] = useState('')
  const { matches, waiting, props: searchProps, searchIcon } = useStudentSearch(typed)
  return (
    <Autocomplete
      {...searchProps}
      options={waiting ? [] : matches.rows}
      value={null}
      inputValue={typed}
      onInputChange={(_, value, reason) => {
        if (reason === 'input' || reason === 'clear') setTyped(value)
      }}
      onChange={(_, match) => match && onChoose(match.student.id)}
      getOptionKey={(match) => match.id}
      getOptionLabel={(match) => match.student.name}
      renderOption={({ key, ...option }, match) => <StudentOption key={key} option={option} match={match} />}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Find a student"
          placeholder="Name, roll, register no. or phone"
          slotProps={{ ...params.slotProps, input: { ...params.slotProps.input, startAdornment: searchIcon } }}
        />
      )}
    />
  )
}
