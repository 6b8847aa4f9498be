import Box from '@mui/material/Box'

/** A keyboard key, shown on wide screens only, because phones have no keyboard. */
export function KeyCap({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'inline-block' },
        font: 'inherit',
        lineHeight: '16px',
        // Overrides the icon size of buttons.
        '&&&': { fontSize: 12, fontWeight: 400 },
        px: 0.75,
        minWidth: 20,
        textAlign: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
        color: 'text.secondary',
        bgcolor: 'background.paper',
      }}
    >
      {children}
    </Box>
  )
}
