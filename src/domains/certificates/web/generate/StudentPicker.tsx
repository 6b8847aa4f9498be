import SearchIcon from '@mui/icons-material/Search'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { parsePayerSearch, usePayerMatches } from '#domains/fees/web/payers.exports.tsx'

/** Finds the student for a certificate by name, roll, register number or phone, with the same search as the counter. */
export function StudentPicker({ onChoose }: { onChoose: (studentId: string) => void }) {
  const [typed, setTyped] = useState('')
  const { sections } = useSectionChoices()
  const search = useMemo(() => parsePayerSearch(typed, sections ?? []), [typed, sections])
  const results = usePayerMatches(typed, search)
  const waiting = results.text !== typed.trim()
  return (
    <Autocomplete
      options={waiting ? [] : results.rows}
      value={null}
      inputValue={typed}
      onInputChange={(_, value, reason) => {
        if (reason === 'input' || reason === 'clear') setTyped(value)
      }}
      onChange={(_, row) => row && onChoose(row.student.id)}
      // The server has filtered already, also by roll and phone, which the label does not contain.
      filterOptions={(rows) => rows}
      getOptionKey={(row) => row.id}
      getOptionLabel={(row) => row.student.name}
      autoHighlight
      popupIcon={null}
      noOptionsText={results.failure ?? (search === null ? 'Type three letters' : waiting ? 'Searching' : 'Nothing found')}
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
