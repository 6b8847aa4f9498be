import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A message's text as it is read on the phone, line breaks kept. */
export function MessageText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        bgcolor: 'action.hover',
        borderRadius: 2,
        borderTopLeftRadius: 0,
        px: 1.5,
        py: 1,
        maxWidth: 520,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        fontSize: 15,
      }}
    >
      {children}
    </Box>
  )
}
