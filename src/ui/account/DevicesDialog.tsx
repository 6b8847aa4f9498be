import { useQuery } from '../data/useQuery.ts'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import { useId } from 'react'
import { showMoment } from '#shared/dates.ts'
import { useShell } from '../activeSchool.ts'
import { LoadingState } from '../LoadingState.tsx'
import { ErrorState } from '../states.tsx'
import { useCommand } from '../useCommand.ts'
import { SignedInDevicesDocument, SignOutDeviceDocument, SignOutOtherDevicesDocument } from './account.graphql.ts'
import styles from './DevicesDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Chip } from '#ui/kit/Chip.tsx'

/** Lists the devices on which the person is signed in. All but the current one can be signed out. */
export default function DevicesDialog({ onClose }: { onClose: () => void }) {
  const { viewer, school } = useShell()
  const schoolId = school?.id ?? viewer.schoolId
  const { data, error, refetch } = useQuery(SignedInDevicesDocument, { variables: { schoolId }, fetchPolicy: 'network-only' })
  const [signOutOne, endingOne] = useCommand(SignOutDeviceDocument, {
    success: 'The device is signed out.',
  })
  const [signOutOthers, endingOthers] = useCommand(SignOutOtherDevicesDocument, {
    success: 'All other devices are signed out.',
  })
  const titleId = useId()
  const devices = data?.signedInDevices
  const others = devices?.filter((device) => !device.current) ?? []
  const busy = endingOne || endingOthers
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Signed-in devices</DialogTitle>
      <DialogContent>
        <DialogContentText>Sign out every device that you do not know, and change your password then.</DialogContentText>
        {error && !devices && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !devices && <LoadingState />}
        <List aria-label="Signed-in devices">
          {devices?.map((device) => (
            <ListItem
              key={device.id}
              disableGutters
              divider
              secondaryAction={
                device.current ? (
                  <Chip label="This device" />
                ) : (
                  <Button
                    variant="quiet"
                    disabled={busy}
                    aria-label={`Sign out ${device.name}, last used ${showMoment(device.lastUsedAt)}`}
                    onClick={() => void signOutOne({ schoolId, input: { id: device.id } })}
                  >
                    Sign out
                  </Button>
                )
              }
              className={styles.box}
            >
              <ListItemText primary={device.name} secondary={`Last used ${showMoment(device.lastUsedAt)}`} />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        {others.length > 0 && (
          <Button variant="quiet" danger loading={endingOthers} disabled={busy} onClick={() => void signOutOthers({ schoolId })}>
            Sign out all others
          </Button>
        )}
        <Button onClick={onClose} variant="primary">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
