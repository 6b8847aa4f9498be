import { useQuery } from '@apollo/client/react'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Paper from '@mui/material/Paper'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { CommandForm, FormWide } from '../../../ui/forms/CommandForm.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useCommandForm } from '../../../ui/forms/useCommandForm.ts'
import { StateChip } from '../../../ui/StateChip.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { termForm } from '../schools.schema.ts'
import { DeleteTerm, MakeTermCurrent } from './TermDialogs.tsx'
import {
  AddTermDocument,
  RenameTermDocument,
  type SchoolSettingsFragment,
  type TermRowFragment,
  TermsDocument,
} from './schools.graphql.ts'

type Open = { what: 'rename' | 'current' | 'delete'; term: TermRowFragment }

/** The tab Terms Settings: which term is current, a new one, other names, and those that go. */
export function TermsSettings({ school }: { school: SchoolSettingsFragment }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(TermsDocument, { variables: { schoolId } })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, maxWidth: 720 }}>
      <Paper variant="outlined">
        <List disablePadding aria-label="Terms">
          {data.terms.map((term, index) => (
            <TermItem
              key={term.id}
              term={term}
              last={index === data.terms.length - 1}
              onOpen={(what) => setOpen({ what, term })}
            />
          ))}
        </List>
      </Paper>
      {school.viewerCan.addTerm.allowed && <AddTerm />}
      {open?.what === 'rename' && <RenameTerm term={open.term} onClose={close} />}
      {open?.what === 'current' && <MakeTermCurrent term={open.term} terms={data.terms} onClose={close} />}
      {open?.what === 'delete' && <DeleteTerm term={open.term} onClose={close} />}
    </Box>
  )
}

function TermItem({ term, last, onOpen }: { term: TermRowFragment; last: boolean; onOpen: (what: Open['what']) => void }) {
  const { rename, setCurrent, delete: remove } = term.viewerCan
  return (
    <ListItem divider={!last} sx={{ flexWrap: 'wrap', gap: 1 }}>
      <ListItemText
        primary={term.name}
        sx={{ flex: '1 1 140px' }}
        slotProps={{ primary: { sx: { fontWeight: 600, overflowWrap: 'anywhere' } } }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {term.current ? (
          <StateChip state="Current" />
        ) : (
          <Button
            size="small"
            variant="outlined"
            disabled={!setCurrent.allowed}
            onClick={() => onOpen('current')}
            aria-label={`Make ${term.name} current`}
          >
            Make Current
          </Button>
        )}
        <ActionIcon label={`Rename ${term.name}`} reason={rename.reason} onClick={() => onOpen('rename')}>
          <EditIcon />
        </ActionIcon>
        <ActionIcon label={`Delete ${term.name}`} reason={remove.reason} onClick={() => onOpen('delete')}>
          <DeleteIcon />
        </ActionIcon>
      </Box>
    </ListItem>
  )
}

/** A named icon; where it may not be used it says why. */
function ActionIcon({
  label,
  reason,
  onClick,
  children,
}: {
  label: string
  reason?: string | null | undefined
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Tooltip title={reason ?? label}>
      <span>
        <IconButton aria-label={label} disabled={Boolean(reason)} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}

function AddTerm() {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: termForm,
    mutation: AddTermDocument,
    defaultValues: { name: '' },
    variables: (input) => ({ schoolId, input }),
    success: ({ addTerm }) => `Term ${addTerm.name} Added Successfully!`,
    refetch: [TermsDocument, 'ActiveSchool'],
    resetWhenDone: true,
  })
  return (
    <Box component="section" aria-label="Add Term">
      <Typography variant="h2" sx={{ mb: 1 }}>
        Add Term
      </Typography>
      <CommandForm command={command} submitLabel="Add Term">
        <TextField
          name="name"
          label="Term Name"
          required
          autoComplete="off"
          helperText="Such as 2027-28. It does not become current by itself."
        />
      </CommandForm>
    </Box>
  )
}

function RenameTerm({ term, onClose }: { term: TermRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const command = useCommandForm({
    schema: termForm,
    mutation: RenameTermDocument,
    defaultValues: { name: term.name },
    variables: (input) => ({ schoolId, input: { id: term.id, ...input } }),
    success: 'Term Updated Successfully!',
    onDone: onClose,
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>Rename Term</DialogTitle>
      <CommandForm command={command} submitLabel="Rename Term" onCancel={onClose} inDialog>
        <FormWide>
          <TextField name="name" label="Term Name" required autoFocus autoComplete="off" />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
