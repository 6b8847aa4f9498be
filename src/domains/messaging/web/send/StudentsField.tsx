import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { useField } from '#ui/forms/field.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { type FoundPayer, payerSearch, useFoundPayers } from '#domains/fees/web/payers.exports.tsx'
import type { SendForm } from './sendForm.ts'

/** A student that was chosen, with what the field shows of her. */
export interface ChosenStudent {
  id: string
  label: string
}

/** Students, found one after the other as at the fee counter; the form holds them with their names. */
export function StudentsField({ name }: { name: 'students' }) {
  const { id, field, error, helperText } = useField<SendForm>({ name, label: 'Students' })
  const chosen = field.value as ChosenStudent[]
  const [typed, setTyped] = useState('')
  const { sections } = useSectionChoices()
  const asked = useMemo(() => payerSearch(typed, sections ?? []), [typed, sections])
  const found = useFoundPayers(typed, asked)
  const options = useMemo(() => found.rows.map((payer) => ({ id: payer.student.id, label: nameOf(payer), payer })), [found.rows])
  const waiting = found.text !== typed.trim()
  return (
    <Autocomplete<ChosenStudent & { payer?: FoundPayer }, true>
      id={id}
      multiple
      options={options}
      value={chosen}
      inputValue={typed}
      onInputChange={(_, value, reason) => {
        if (reason !== 'blur') setTyped(value)
      }}
      onChange={(_, students) => {
        field.onChange(students.map(({ id: studentId, label }) => ({ id: studentId, label })))
        setTyped('')
      }}
      onBlur={field.onBlur}
      // The server has searched; what it found by roll or phone does not stand in the name.
      filterOptions={(students) => students}
      filterSelectedOptions
      isOptionEqualToValue={(option, value) => option.id === value.id}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => option.label}
      autoHighlight
      popupIcon={null}
      noOptionsText={found.failure ?? (asked === null ? 'Type three letters' : waiting ? 'Searching' : 'Nothing found')}
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
          helperText={helperText ?? 'One after the other: type, Enter, type on'}
        />
      )}
    />
  )
}

function nameOf({ student, className, sectionName, roll }: FoundPayer): string {
  return `${student.name} · ${className}-${sectionName} · roll ${roll}`
}
