import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { useField } from '#ui/forms/field.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { type PayerMatch, parsePayerSearch, usePayerMatches } from '#domains/fees/web/payers.exports.tsx'
import type { SendForm } from './sendForm.ts'

/** A chosen student with the label that the field shows. */
export interface ChosenStudent {
  id: string
  label: string
}

/** A field to find and choose students, as at the fee counter. The form holds them with their labels. */
export function StudentsField({ name }: { name: 'students' }) {
  const { id, field, error, helperText } = useField<SendForm>({ name, label: 'Students' })
  const chosen = field.value as ChosenStudent[]
  const [searchText, setSearchText] = useState('')
  const { sections } = useSectionChoices()
  const search = useMemo(() => parsePayerSearch(searchText, sections ?? []), [searchText, sections])
  const matches = usePayerMatches(searchText, search)
  const options = useMemo(
    () => matches.rows.map((payer) => ({ id: payer.student.id, label: nameOf(payer), payer })),
    [matches.rows],
  )
  const waiting = matches.text !== searchText.trim()
  return (
    <Autocomplete<ChosenStudent & { payer?: PayerMatch }, true>
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
      // The server has searched already. A match by roll or phone is not part of the label.
      filterOptions={(students) => students}
      filterSelectedOptions
      isOptionEqualToValue={(option, value) => option.id === value.id}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => option.label}
      autoHighlight
      popupIcon={null}
      noOptionsText={matches.failure ?? (search === null ? 'Type three letters' : waiting ? 'Searching' : 'Nothing found')}
      fullWidth
      renderOption={({ key, ...props }, { label, payer }) => (
        <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 1.5 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {label}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {payer?.student.phone}
          </Box>
        </Box>
      )}
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

function nameOf({ student, className, sectionName, roll }: PayerMatch): string {
  return `${student.name} · ${className}-${sectionName} · roll ${roll}`
}
