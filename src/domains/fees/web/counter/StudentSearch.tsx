import SearchIcon from '@mui/icons-material/Search'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { KeyCap } from './KeyCap.tsx'
import { payerSearch } from './payerSearch.ts'
import { type FoundPayer, useFoundPayers } from './useFoundPayers.ts'

export interface StudentSearchProps {
  input: RefObject<HTMLInputElement | null>
  showRegisterNo: boolean
  onChoose: (studentId: string) => void
  /** Escape in an empty search: the fees have the keyboard. */
  onLeave: () => void
}

/** Finds a student as one types: arrows choose, Enter opens. */
export function StudentSearch({ input, showRegisterNo, onChoose, onLeave }: StudentSearchProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const text = typed.trim()
  const { sections } = useSectionChoices()
  const asked = useMemo(() => payerSearch(typed, sections ?? []), [typed, sections])
  const found = useFoundPayers(typed, asked)
  const waiting = found.text !== text
  /** The text for which Enter was pressed before its answer had come. */
  const entered = useRef<string | null>(null)

  function choose(payer: FoundPayer) {
    entered.current = null
    setTyped('')
    onChoose(payer.student.id)
  }

  // One who types a whole register number and presses Enter need not wait; of several, somebody has to choose.
  useEffect(() => {
    if (waiting || entered.current === null) return
    const only = entered.current === found.text && found.rows.length === 1 ? found.rows[0] : undefined
    entered.current = null
    if (only) {
      setTyped('')
      onChoose(only.student.id)
    }
  }, [waiting, found, onChoose])

  return (
    <Autocomplete
      id="find-payer"
      options={found.rows}
      value={null}
      inputValue={typed}
      onInputChange={(_, value, reason) => {
        if (reason === 'input' || reason === 'clear') setTyped(value)
      }}
      onChange={(_, payer) => payer && choose(payer)}
      open={open && asked !== null}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      // The server has searched; what it found by roll or phone does not stand in the name.
      filterOptions={(payers) => payers}
      getOptionKey={(payer) => payer.id}
      getOptionLabel={(payer) => payer.student.name}
      {...(found.total > found.rows.length
        ? { groupBy: () => `${found.total} found, here are the first ${found.rows.length}. Type more to find one.` }
        : {})}
      autoHighlight
      popupIcon={null}
      noOptionsText={found.failure ?? (waiting ? 'Searching' : 'Nothing found')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && waiting) {
          // What is listed still belongs to the text before: choosing from it would open a wrong child.
          event.preventDefault()
          event.defaultMuiPrevented = true
          if (asked) entered.current = text
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

function PayerOption({ payer, showRegisterNo }: { payer: FoundPayer; showRegisterNo: boolean }) {
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
