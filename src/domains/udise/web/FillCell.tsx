import { type ComponentPropsWithoutRef, useEffect, useId, useState } from 'react'
import { type FillItem, itemLabel } from '../udise.items.ts'
import { shownCell } from './cells.ts'
import type { Draft } from './drafts.ts'
import type { FillRow } from './FillTable.tsx'
import { classes } from '#ui/kit/classes.ts'
import styles from './FillTable.module.css'

interface FillCellProps extends Omit<ComponentPropsWithoutRef<'input'>, 'onChange' | 'value' | 'list'> {
  student: FillRow
  item: FillItem
  draft: Draft | undefined
  list?: string | undefined
  onTyped: (typed: string) => void
}

/** A cell of the grid. It is read when it is left; its message stands below it. */
export function FillCell({ student, item, draft, onTyped, ...input }: FillCellProps) {
  const shown = draft?.typed ?? shownCell(item, student.stored[item])
  const [typed, setTyped] = useState(shown)
  // The value comes from outside after it was read, pasted, stored or discarded.
  useEffect(() => setTyped(shown), [shown])
  const id = useId()
  const message = draft?.message
  return (
    <>
      <input
        {...input}
        value={typed}
        aria-label={`${itemLabel(item)}, ${student.name}`}
        aria-invalid={message !== undefined}
        aria-describedby={message ? id : undefined}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== shown && onTyped(typed)}
        className={classes(styles.input, draft && styles.changed, student.missing.includes(item) && styles.missing)}
      />
      {message && (
        <div id={id} className={styles.message}>
          {message}
        </div>
      )}
    </>
  )
}
