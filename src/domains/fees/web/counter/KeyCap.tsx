import Box from '@mui/material/Box'

/** A key of the keyboard, quietly, where there is one: not on phones. */
export function KeyCap({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'inline-block' },
        font: 'inherit',
        lineHeight: '16px',
        // A button would make it as large as an icon.
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
