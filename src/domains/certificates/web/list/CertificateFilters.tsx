import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { filters, type ListView } from './useListAddress.ts'
import styles from './CertificateFilters.module.css'
import { SearchIcon } from '#ui/kit/icons.ts'
import { TextField } from '#ui/kit/TextField.tsx'
import { Select } from '#ui/kit/Select.tsx'

const labels = { VALID: t`Valid`, DUPLICATE: t`Duplicates`, CANCELLED: t`Cancelled` } as const

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
        type="search"
        label={t`Search certificates`}
        placeholder={t`Name, register no. or serial no.`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={styles.field}
        maxLength={100}
        start={<SearchIcon />}
        hideLabel
      />
      <Select
        label={t`State`}
        value={view.state ?? ''}
        onChange={({ target }) => change({ state: filters.find((state) => state === target.value) ?? null })}
        className={styles.state}
        compact
      >
        <option value="">{t`All`}</option>
        {filters.map((state) => (
          <option key={state} value={state}>
            {labels[state]}
          </option>
        ))}
      </Select>
    </>
  )
}
