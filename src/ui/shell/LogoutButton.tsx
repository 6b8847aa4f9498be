import LogoutIcon from '@mui/icons-material/Logout'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { countWords } from '../outbox/kinds.ts'
import { useOutbox } from '../outbox/useOutbox.ts'
import { useForgetDevice } from '../push/useNotified.ts'
import { useShellSession } from './session.ts'

/** Signs out; asks first when something has not reached the server. */
export function LogoutButton() {
  const { signOut } = useShellSession()
  const forgetDevice = useForgetDevice()
  const { waiting, refused } = useOutbox()
  const [leaving, setLeaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const kept = [...waiting, ...refused]

  async function leave() {
    setLeaving(true)
    await forgetDevice()
    await signOut().finally(() => setLeaving(false))
  }

  return (
    <>
      <Button
        color="inherit"
        startIcon={<LogoutIcon />}
        loading={leaving}
        loadingPosition="start"
        onClick={() => (kept.length > 0 ? setAsking(true) : void leave())}
        sx={{ minWidth: 44, '& .MuiButton-startIcon': { mr: { xs: 0, sm: 1 } } }}
        aria-label="Logout"
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          Logout
        </Box>
      </Button>
      <ConfirmDialog
        open={asking}
        title="Logout before everything is sent?"
        confirmLabel="Logout"
        destructive={false}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        {`Not stored by the server yet: ${countWords(kept)}. What waits stays on this device, and is sent when you sign in here again.`}
      </ConfirmDialog>
    </>
  )
}
