import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { countText } from './kinds.ts'
import { useOutbox } from './useOutbox.ts'
import { classes } from '../kit/classes.ts'
import styles from './OutboxChip.module.css'
import { CloudOffIcon, ProblemIcon } from '#ui/kit/icons.ts'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { later } from '#ui/kit/later.tsx'

const OutboxList = later(async () => ({ default: (await import('./OutboxList.tsx')).OutboxList }))

/** Chips '3 marks waiting' and '1 needs a look'; a click opens the list. Hidden when the outbox is empty. */
export function OutboxChip() {
  const { waiting, refused } = useOutbox()
  const [open, setOpen] = useState(false)
  const hasEntries = waiting.length > 0 || refused.length > 0
  return (
    <>
      <div role="status" className={styles.row}>
        {refused.length > 0 && (
          <ChipButton
            tone="bad"
            icon={<ProblemIcon />}
            label={refused.length === 1 ? t`1 needs a look` : t`${refused.length} need a look`}
            onClick={() => setOpen(true)}
          />
        )}
        {waiting.length > 0 && (
          <ChipButton
            tone="warn"
            icon={<CloudOffIcon />}
            label={t`${countText(waiting)} waiting`}
            onClick={() => setOpen(true)}
            // A phone has room for one of them; the list shows both.
            className={classes(styles.waiting, refused.length > 0 && styles.second)}
          />
        )}
      </div>
      {open && hasEntries && <OutboxList onClose={() => setOpen(false)} />}
    </>
  )
}
