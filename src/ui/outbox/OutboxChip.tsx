import Chip from '@mui/material/Chip'
import { useState } from 'react'
import { countText } from './kinds.ts'
import { OutboxList } from './OutboxList.tsx'
import { useOutbox } from './useOutbox.ts'
import styles from './OutboxChip.module.css'
import { CloudOffIcon, ProblemIcon } from '#ui/kit/icons.ts'

/** Chips '3 marks waiting' and '1 needs a look'; a click opens the list. Hidden when the outbox is empty. */
export function OutboxChip() {
  const { waiting, refused } = useOutbox()
  const [open, setOpen] = useState(false)
  const hasEntries = waiting.length > 0 || refused.length > 0
  return (
    <>
      <div role="status" className={styles.row}>
        {refused.length > 0 && (
          <Chip
            color="error"
            icon={<ProblemIcon />}
            label={refused.length === 1 ? '1 needs a look' : `${refused.length} need a look`}
            onClick={() => setOpen(true)}
          />
        )}
        {waiting.length > 0 && (
          <Chip
            color="warning"
            icon={<CloudOffIcon />}
            label={`${countText(waiting)} waiting`}
            onClick={() => setOpen(true)}
            // A phone has room for one of them; the list shows both.
            sx={{
              display: refused.length > 0 ? { xs: 'none', md: 'inline-flex' } : 'inline-flex',
              '& .MuiChip-icon': { display: { xs: 'none', sm: 'inline-block' } },
            }}
          />
        )}
      </div>
      {open && hasEntries && <OutboxList onClose={() => setOpen(false)} />}
    </>
  )
}
