import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { StateChip } from '#ui/StateChip.tsx'

export interface AccountItem {
  key: string
  /** Stands in front, such as a checkbox. */
  before?: ReactNode
  text: string
  /** A second, quieter line. */
  hint?: string
  state?: string
  receipt?: { number: string; onOpen: () => void }
  actions?: ReactNode
}

/** A part of an account below its fees: a heading and a row for each entry, which breaks on a phone. */
export function AccountPart({ title, action, items }: { title: string; action?: ReactNode; items: readonly AccountItem[] }) {
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
            {state && <StateChip state={state} />}
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
