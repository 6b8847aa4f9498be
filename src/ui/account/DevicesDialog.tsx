import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '../data/useQuery.ts'
import { showMoment } from '#shared/dates.ts'
import { useShell } from '../activeSchool.ts'
import { LoadingState } from '../LoadingState.tsx'
import { ErrorState } from '../states.tsx'
import { useCommand } from '../useCommand.ts'
import { SignedInDevicesDocument, SignOutDeviceDocument, SignOutOtherDevicesDocument } from './account.graphql.ts'
import styles from './DevicesDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Chip } from '#ui/kit/Chip.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { Text } from '#ui/kit/Text.tsx'

/** Lists the devices on which the person is signed in. All but the current one can be signed out. */
export default function DevicesDialog({ onClose }: { onClose: () => void }) {
  const { viewer, school } = useShell()
  const schoolId = school?.id ?? viewer.schoolId
  const { data, error, refetch } = useQuery(SignedInDevicesDocument, { variables: { schoolId }, fetchPolicy: 'network-only' })
  const [signOutOne, endingOne] = useCommand(SignOutDeviceDocument, {
    success: t`The device is signed out.`,
  })
  const [signOutOthers, endingOthers] = useCommand(SignOutOtherDevicesDocument, {
    success: t`All other devices are signed out.`,
  })
  const devices = data?.signedInDevices
  const others = devices?.filter((device) => !device.current) ?? []
  const busy = endingOne || endingOthers
  return (
    <Dialog title={t`Signed-in devices`} onClose={onClose}>
      <DialogBody>
        <Text tone="quiet">
          <Trans>Sign out every device that you do not know, and change your password then.</Trans>
        </Text>
        {error && !devices && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !devices && <LoadingState />}
        <List aria-label={t`Signed-in devices`}>
          {devices?.map((device) => (
            <ListRow
              key={device.id}
              divided
              end={
                device.current ? (
                  <Chip label={t`This device`} />
                ) : (
                  <Button
                    variant="quiet"
                    disabled={busy}
                    aria-label={t`Sign out ${device.name}, last used ${showMoment(device.lastUsedAt)}`}
                    onClick={() => void signOutOne({ schoolId, input: { id: device.id } })}
                  >
                    <Trans>Sign out</Trans>
                  </Button>
                )
              }
              className={styles.box}
            >
              <ListText title={device.name} detail={t`Last used ${showMoment(device.lastUsedAt)}`} />
            </ListRow>
          ))}
        </List>
      </DialogBody>
      <DialogActions>
        {others.length > 0 && (
          <Button variant="quiet" danger loading={endingOthers} disabled={busy} onClick={() => void signOutOthers({ schoolId })}>
            <Trans>Sign out all others</Trans>
          </Button>
        )}
        <Button onClick={onClose} variant="primary">
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
