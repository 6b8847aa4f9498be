import Alert from '@mui/material/Alert'

/** Stands in the place of a form or a button that the server would refuse, with the server's reason. */
export function RefusedNotice({ reason }: { reason: string | null }) {
  return (
    <Alert severity="info" sx={{ maxWidth: 880 }}>
      {reason}
    </Alert>
  )
}
