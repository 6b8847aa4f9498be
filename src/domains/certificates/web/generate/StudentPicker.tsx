import SearchIcon from '@mui/icons-material/Search'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { parsePayerSearch, usePayerMatches } from '#domains/fees/web/payers.exports.tsx'

/** Finds the student a certificate is for, as at the counter: by name, roll, register number or phone, in one section or in all. */
export function StudentPicker({ onChoose }: { onChoose: (studentId: string) => void }) {
  const [typed, setTyped] = useState('')
  const { sections } = useSectionChoices()
  const asked = useMemo(() => parsePayerSearch(typed, sections ?? []), [typed, sections])
  const found = usePayerMatches(typed, asked)
  const waiting = found.text !== typed.trim()
  return (
    <Autocomplete
      options={waiting ? [] : found.rows}
      value={null}
      inputValue={typed}
      onInputChange={(_, value, reason) => {
        if (reason === 'input' || reason === 'clear') setTyped(value)
      }}
      onChange={(_, row) => row && onChoose(row.student.id)}
      // The server has searched; what it found by roll or phone does not stand in the name.
      filterOptions={(rows) => rows}
      getOptionKey={(row) => row.id}
      getOptionLabel={(row) => row.student.name}
      autoHighlight
      popupIcon={null}
      noOptionsText={found.failure ?? (asked === null ? 'Type three letters' : waiting ? 'Searching' : 'Nothing found')}
      fullWidth
      renderOption={({ key, ...props }, { student, className, sectionName, roll }) => (
        <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 1.5 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            <strong>{student.name}</strong> {student.disabled && <StateChip state="Disabled" />}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {className}-{sectionName} · roll {roll}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Find a student"
          placeholder="Name, roll, register no. or phone"
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
