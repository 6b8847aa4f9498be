import SearchIcon from '@mui/icons-material/Search'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { KeyCap } from './KeyCap.tsx'
import { parsePayerSearch } from './payerSearch.ts'
import { type PayerMatch, usePayerMatches } from './usePayerMatches.ts'

export interface StudentSearchProps {
  input: RefObject<HTMLInputElement | null>
  showRegisterNo: boolean
  onChoose: (studentId: string) => void
  /** Called on Escape in an empty search; the fees get the focus. */
  onLeave: () => void
}

/** Finds a student while typing. Arrow keys choose, Enter opens. */
export function StudentSearch({ input, showRegisterNo, onChoose, onLeave }: StudentSearchProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const text = typed.trim()
  const { sections } = useSectionChoices()
  const search = useMemo(() => parsePayerSearch(typed, sections ?? []), [typed, sections])
  const matches = usePayerMatches(typed, search)
  const waiting = matches.text !== text
  /** The text for which Enter was pressed before its results arrived. */
  const entered = useRef<string | null>(null)

  function choose(payer: PayerMatch) {
    entered.current = null
    setTyped('')
    onChoose(payer.student.id)
  }

  // Enter pressed early opens the student once the results arrive, if there is exactly one. With several, the clerk has
  // to choose.
  useEffect(() => {
    if (waiting || entered.current === null) return
    const only = entered.current === matches.text && matches.rows.length === 1 ? matches.rows[0] : undefined
    entered.current = null
    if (only) {
      setTyped('')
      onChoose(only.student.id)
    }
  }, [waiting, matches, onChoose])

  return (
    <Autocomplete
      id="find-payer"
      options={matches.rows}
      value={null}
      inputValue={typed}
      onInputChange={(_, value, reason) => {
        if (reason === 'input' || reason === 'clear') setTyped(value)
      }}
      onChange={(_, payer) => payer && choose(payer)}
      open={open && search !== null}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      // The server has filtered already: a match by roll or phone is not in the name.
      filterOptions={(payers) => payers}
      getOptionKey={(payer) => payer.id}
      getOptionLabel={(payer) => payer.student.name}
      {...(matches.total > matches.rows.length
        ? { groupBy: () => `${matches.total} found, here are the first ${matches.rows.length}. Type more to find one.` }
        : {})}
      autoHighlight
      popupIcon={null}
      noOptionsText={matches.failure ?? (waiting ? 'Searching' : 'Nothing found')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && waiting) {
          // The list still shows the previous text's results, and choosing one would open the wrong student.
          event.preventDefault()
          event.defaultMuiPrevented = true
          if (search) entered.current = text
        } else if (event.key === 'Escape' && typed === '') onLeave()
      }}
      fullWidth
      slotProps={{ listbox: { sx: { maxHeight: 'min(60vh, 480px)', '& .MuiListSubheader-root': { lineHeight: '32px' } } } }}
      renderOption={({ key, ...props }, payer) => (
        <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline' }}>
          <PayerOption payer={payer} showRegisterNo={showRegisterNo} />
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={input}
          autoFocus
          size="small"
          label="Find a student"
          placeholder={showRegisterNo ? 'Name, roll, register no. or phone' : 'Name, roll or phone'}
          slotProps={{
            ...params.slotProps,
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon />
                </InputAdornment>
              ),
              ...(typed === '' ? { endAdornment: <KeyCap>F2</KeyCap> } : {}),
            },
          }}
        />
      )}
    />
  )
}

function PayerOption({ payer, showRegisterNo }: { payer: PayerMatch; showRegisterNo: boolean }) {
  const { student, className, sectionName, roll } = payer
  return (
    <>
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {student.name}
        </Box>{' '}
        {student.disabled && <StateChip state="Disabled" />}
        <Box component="span" sx={{ display: { xs: 'block', sm: 'none' }, color: 'text.secondary', fontSize: 14 }}>
          {student.phone}
        </Box>
      </Box>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {className}-{sectionName} · roll {roll}
      </Box>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {showRegisterNo && student.registerNo !== '' && `${student.registerNo} · `}
        {student.phone}
      </Box>
    </>
  )
}
