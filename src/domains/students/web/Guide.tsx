import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** A list of instructions for preparing a file. */
export function Guide({ points }: { points: readonly string[] }) {
  return (
    <Box component="section" aria-labelledby="students-guide" sx={{ maxWidth: 880, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h2" id="students-guide">
        Usage Guide
      </Typography>
      <Box component="ul" sx={{ pl: 2.5, mt: 1, mb: 0, color: 'text.secondary', '& li': { mb: 0.75 } }}>
        {points.map((point) => (
          <Typography key={point} variant="body2" component="li">
            {point}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}
