import CopyIcon from '@mui/icons-material/ContentCopy'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MuiTextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { saySuccess } from '#ui/snackbars.tsx'
import { type GateDirection, gateDeviceForm } from '../../gate.schema.ts'
import { AddGateDeviceDocument, GateDevicesDocument } from '../gate.graphql.ts'

const directions = [
  { value: 'BOTH', label: 'Both: in and out by turns' },
  { value: 'IN', label: 'In' },
  { value: 'OUT', label: 'Out' },
]

/** A new reader; then its key, which is shown this once. */
export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  return (
    <Dialog
      open
      // The key is shown once: nothing but its own button closes it.
      onClose={() => {
        if (!made) onClose()
      }}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId}>{made ? `The key of ${made.name}` : 'Add Device'}</DialogTitle>
      {made ? <KeyOnce deviceKey={made.key} onClose={onClose} /> : <AddForm onMade={setMade} onClose={onClose} />}
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
    refetch: [GateDevicesDocument],
    onDone: ({ addGateDevice }) => onMade({ name: addGateDevice.device.name, key: addGateDevice.key }),
  })
  return (
    <CommandForm command={command} submitLabel="Add Device" onCancel={onClose} inDialog>
      <TextField name="name" label="Name" required autoFocus autoComplete="off" helperText="Where it is, such as Main gate" />
      <SelectField name="direction" label="Direction" required options={directions} />
    </CommandForm>
  )
}

function KeyOnce({ deviceKey, onClose }: { deviceKey: string; onClose: () => void }) {
  const address = `${location.origin}/gate/scans`
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Alert severity="warning">
          This key is shown once. Put it into the reader now; a lost key is replaced by adding the device again.
        </Alert>
        <Copied label="Key" text={deviceKey} />
        <Copied label="Address" text={address} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The reader sends its scans by POST to the address, with the key as Bearer token. What it sends twice is stored once.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          I have kept the key
        </Button>
      </DialogActions>
    </>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <MuiTextField
        label={label}
        value={text}
        fullWidth
        size="small"
        slotProps={{ input: { readOnly: true, sx: { fontFamily: 'monospace' } } }}
        onFocus={(event) => event.target.select()}
      />
      <Button
        startIcon={<CopyIcon />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => saySuccess(`${label} copied`))}
      >
        Copy
      </Button>
    </Box>
  )
}
