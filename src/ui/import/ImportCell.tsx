import { t } from '@lingui/core/macro'
import { useState } from 'react'
import styles from './ImportCell.module.css'
import { Text } from '#ui/kit/Text.tsx'

/** Maximum number of characters shown in a cell. */
const maxShownCharacters = 200

export interface ImportCellProps {
  value: string
  label: string
  problems: readonly string[]
  /** True when the row is left out, so the cell cannot be changed. */
  fixed: boolean
  onChange: (value: string) => void
}

/** A cell of the wide grid: a field while it has a problem or is being edited, else its text. */
export function ImportCell({ value, label, problems, fixed, onChange }: ImportCellProps) {
  const [open, setOpen] = useState(false)
  const shown = value.length > maxShownCharacters ? `${value.slice(0, maxShownCharacters)}…` : value
  return (
    <div role="cell" className={styles.box}>
      {(problems.length > 0 || open) && !fixed ? (
        <CellInput
          value={value}
          label={label}
          messages={problems}
          focus={open}
          onDone={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      ) : (
        <button
          type="button"
          disabled={fixed}
          aria-label={t`Change ${label}: ${shown}`}
          onClick={() => setOpen(true)}
          className={styles.cell}
        >
          {shown}
        </button>
      )}
    </div>
  )
}

export interface CellInputProps {
  value: string
  label: string
  /** Problems of the value. */
  messages: readonly string[]
  focus: boolean
  onDone: (value: string) => void
}

/**
 * Keeps the typed text until Enter or blur. Validating at every letter would remove the row from the list of problems
 * during the correction.
 */
export function CellInput({ value, label, messages, focus, onDone }: CellInputProps) {
  const [typed, setTyped] = useState(value)
  const wrong = messages.length > 0
  const message = messages.join(' ')
  return (
    <>
      <input
        value={typed}
        autoFocus={focus}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => onDone(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onDone(typed)
          if (event.key === 'Escape') {
            setTyped(value)
            onDone(value)
          }
        }}
        aria-label={wrong ? `${label}: ${message}` : label}
        aria-invalid={wrong}
        className={styles.input}
      />
      {wrong && (
        <Text size="tiny" as="div" className={styles.cellInputBox}>
          {message}
        </Text>
      )}
    </>
  )
}
