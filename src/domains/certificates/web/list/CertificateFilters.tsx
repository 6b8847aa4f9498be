import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import { filters, type ListView } from './useListAddress.ts'
import styles from './CertificateFilters.module.css'
import { SearchIcon } from '#ui/kit/icons.ts'

const labels = { VALID: 'Valid', DUPLICATE: 'Duplicates', CANCELLED: 'Cancelled' } as const

/** The search and the filter of the register. The search starts when typing pauses. */
export function CertificateFilters({ view, change }: { view: ListView; change: (patch: Partial<ListView>) => void }) {
  const [typed, setTyped] = useState(view.search)
  const sent = useRef(view.search)
  useEffect(() => {
    // The address was changed by a link or the back button.
    if (view.search !== sent.current) {
      sent.current = view.search
      setTyped(view.search)
    }
  }, [view.search])
  useEffect(() => {
    const search = typed.trim()
    if (search === sent.current) return
    const timer = setTimeout(() => {
      sent.current = search
      change({ search })
    }, 250)
    return () => clearTimeout(timer)
  }, [typed, change])
  return (
    <>
      <TextField
        size="small"
        type="search"
        label="Search certificates"
        placeholder="Name, register no. or serial no."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={styles.field}
        slotProps={{
          htmlInput: { maxLength: 100 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon />
              </InputAdornment>
            ),
          },
        }}
      />
      <TextField
        select
        size="small"
        label="State"
        value={view.state ?? ''}
        onChange={({ target }) => change({ state: filters.find((state) => state === target.value) ?? null })}
        className={styles.state}
      >
        <MenuItem value="">All</MenuItem>
        {filters.map((state) => (
          <MenuItem key={state} value={state}>
            {labels[state]}
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}
