import SearchIcon from '@mui/icons-material/Search'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { type FieldPath, type FieldValues } from 'react-hook-form'
import { useField } from '#ui/forms/field.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { type PayerMatch, parsePayerSearch, usePayerMatches } from '#domains/fees/web/payers.exports.tsx'

/** A form field for one student, searched as at the counter. The form's value is the student's id, or ''. */
export function StudentChoice<Values extends FieldValues = FieldValues>({ name }: { name: FieldPath<Values> }) {
  const { id, field, error, helperText } = useField<Values>({ name, label: 'Student' })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<PayerMatch | null>(null)
  const { sections } = useSectionChoices()
  const text = chosen ? '' : typed
  const search = useMemo(() => parsePayerSearch(text, sections ?? []), [text, sections])
  const results = usePayerMatches(text, search)
  const waiting = results.text !== text.trim()
  return (
    <Autocomplete
      id={id}
      options={results.rows}
      value={chosen}
      inputValue={typed}
      onInputChange={(_, value) => setTyped(value)}
      onChange={(_, payer) => {
        setChosen(payer)
        field.onChange(payer?.student.id ?? '')
      }}
      onBlur={field.onBlur}
      // The server has filtered already, also by roll and phone, which the label does not contain.
      filterOptions={(payers) => payers}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      getOptionKey={(payer) => payer.id}
      getOptionLabel={nameOf}
      autoHighlight
      popupIcon={null}
      noOptionsText={results.failure ?? (search === null ? 'Type three letters' : waiting ? 'Searching' : 'Nothing found')}
      fullWidth
      renderOption={({ key, ...props }, payer) => (
        <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 1.5 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {nameOf(payer)}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {payer.student.phone}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label="Student"
          required
          placeholder="Name, roll or phone"
          error={error}
          helperText={helperText}
          slotProps={{
            ...params.slotProps,
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
    />
  )
}

function nameOf({ student, className, sectionName, roll }: PayerMatch): string {
  return `${student.name} · ${className}-${sectionName} · roll ${roll}`
}
