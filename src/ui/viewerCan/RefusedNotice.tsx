import Alert from '@mui/material/Alert'

/** Replaces a form or button that the server would refuse, with the server's reason. */
export function RefusedNotice({ reason }: { reason: string | null }) {
  return (
    <Alert severity="info" sx={{ maxWidth: 880 }}>
      {reason}
    </Alert>
  )
}
