import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { StudentOption, useStudentSearch } from '#domains/classes/web/studentSearch.exports.tsx'
import { KeyCap } from './KeyCap.tsx'

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
  const { matches, waiting, canSearch, props: searchProps, searchIcon } = useStudentSearch(typed)
  /** The text for which Enter was pressed before its results arrived. */
  const entered = useRef<string | null>(null)

  function choose(studentId: string) {
    entered.current = null
    setTyped('')
    onChoose(studentId)
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
      {...searchProps}
      id="find-student"
      options={matches.rows}
      value={null}
      inputValue={typed}
      onInputChange={(_, value, reason) => {
        if (reason === 'input' || reason === 'clear') setTyped(value)
      }}
      onChange={(_, match) => match && choose(match.student.id)}
      open={open && canSearch}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      getOptionKey={(match) => match.id}
      getOptionLabel={(match) => match.student.name}
      {...(matches.total > matches.rows.length
        ? { groupBy: () => `${matches.total} found, here are the first ${matches.rows.length}. Type more to find one.` }
        : {})}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && waiting) {
          // The list still shows the previous text's results, and choosing one would open the wrong student.
          event.preventDefault()
          event.defaultMuiPrevented = true
          if (canSearch) entered.current = text
        } else if (event.key === 'Escape' && typed === '') onLeave()
      }}
      slotProps={{ listbox: { sx: { maxHeight: 'min(60vh, 480px)', '& .MuiListSubheader-root': { lineHeight: '32px' } } } }}
      renderOption={({ key, ...option }, match) => (
        <StudentOption key={key} option={option} match={match} showRegisterNo={showRegisterNo} />
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
              startAdornment: searchIcon,
              ...(typed === '' ? { endAdornment: <KeyCap>F2</KeyCap> } : {}),
            },
          }}
        />
      )}
    />
  )
}
