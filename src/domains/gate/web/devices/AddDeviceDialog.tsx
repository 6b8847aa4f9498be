import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { showSuccess } from '#ui/snackbars.ts'
import type { GateDirection } from '../../gate.rules.ts'
import { gateDeviceForm } from '../../gate.schema.ts'
import { AddGateDeviceDocument } from '../gate.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './AddDeviceDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { CopyIcon } from '#ui/kit/icons.ts'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { TextField as ShownText } from '#ui/kit/TextField.tsx'

const directions = [
  { value: 'BOTH', label: t`Both: in and out alternately` },
  { value: 'IN', label: t`In` },
  { value: 'OUT', label: t`Out` },
]

/** Adds a reader, then shows its key once. */
export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const [added, setMade] = useState<{ name: string; key: string } | null>(null)
  return (
    <Dialog
      title={added ? t`The key of ${added.name}` : t`Add Device`}
      // Only its own button closes the key, because it is shown once.
      onClose={() => {
        if (!added) onClose()
      }}
    >
      {added ? <NewKey deviceKey={added.key} onClose={onClose} /> : <AddForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}

function AddForm({ onMade, onClose }: { onMade: (made: { name: string; key: string }) => void; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const defaultValues: { name: string; direction: GateDirection } = { name: '', direction: 'BOTH' }
  const command = useCommandForm({
    schema: gateDeviceForm,
    mutation: AddGateDeviceDocument,
    defaultValues,
    variables: (input) => ({ schoolId, input }),
    onDone: ({ addGateDevice }) => onMade({ name: addGateDevice.device.name, key: addGateDevice.key }),
  })
  return (
    <CommandForm command={command} submitLabel={t`Add Device`} onCancel={onClose} inDialog>
      <TextField name="name" label={t`Name`} required autoFocus autoComplete="off" hint={t`Where it is, such as Main gate`} />
      <SelectField name="direction" label={t`Direction`} required options={directions} />
    </CommandForm>
  )
}

function NewKey({ deviceKey, onClose }: { deviceKey: string; onClose: () => void }) {
  const address = `${location.origin}/gate/scans`
  return (
    <>
      <DialogBody className={styles.content}>
        <Alert kind="warning">
          <Trans>This key is shown only once. Enter it in the reader now. If you lose it, add the device again.</Trans>
        </Alert>
        <CopyField label={t`Key`} text={deviceKey} />
        <CopyField label={t`Address`} text={address} />
        <Text tone="quiet" size="small">
          <Trans>
            The reader sends its scans by POST to the address, with the key as Bearer token. A scan that is sent twice is saved
            once.
          </Trans>
        </Text>
      </DialogBody>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          <Trans>I have saved the key</Trans>
        </Button>
      </DialogActions>
    </>
  )
}

function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <Row gap={2} align="center">
      <ShownText label={label} value={text} onFocus={(event) => event.target.select()} look="code" readOnly />
      <Button
        variant="quiet"
        icon={<CopyIcon />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => showSuccess(t`${label} copied`))}
      >
        <Trans context="a button">Copy</Trans>
      </Button>
    </Row>
  )
}
