import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Shows a message's text as on a phone, with its line breaks. */
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
