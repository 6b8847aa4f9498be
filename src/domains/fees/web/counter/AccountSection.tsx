import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { stateLabels } from '../stateLabels.ts'

export interface AccountItem {
  key: string
  /** Shown before the text, such as a checkbox. */
  before?: ReactNode
  text: string
  /** A second line in a quieter colour. */
  hint?: string
  state?: keyof typeof stateLabels
  receipt?: { number: string; onOpen: () => void }
  actions?: ReactNode
}

/** A section of an account below its fees: a heading, and one row per item, which wraps on a phone. */
export function AccountSection({ title, action, items }: { title: string; action?: ReactNode; items: readonly AccountItem[] }) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <Typography variant="h3" id={titleId} sx={{ flex: 1 }}>
          {title}
        </Typography>
        {action}
      </Box>
      <Box component="ul" aria-labelledby={titleId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.map(({ key, before, text, hint, state, receipt, actions }) => (
          <Box
            component="li"
            key={key}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 1.5,
              rowGap: 0.5,
              minHeight: 44,
              py: 0.5,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', flex: '1 1 240px', minWidth: 0 }}>
              {before}
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {text}
                {hint && <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{hint}</Box>}
              </Box>
            </Box>
            {state && <StateChip state={state} label={stateLabels[state]} />}
            {receipt && (
              <Link component="button" type="button" onClick={receipt.onOpen} aria-label={`Receipt ${receipt.number}`}>
                {receipt.number}
              </Link>
            )}
            {actions && <Box sx={{ display: 'flex', gap: 1 }}>{actions}</Box>}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
