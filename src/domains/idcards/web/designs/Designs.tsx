import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/Delete'
import EditIcon from '@mui/icons-material/Edit'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showSuccess } from '#ui/snackbars.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { CardSides } from '../CardView.tsx'
import { holderLabels, layoutLabels, lookOf, samplePerson } from '../cardLabels.ts'
import { type CardDesignFragment, DeleteIdCardDesignDocument, type IdCardsQuery } from '../idcards.graphql.ts'
import { DesignDialog } from './DesignDialog.tsx'

export interface DesignsProps {
  designs: IdCardsQuery['idCardDesigns']
  school: IdCardsQuery['idCardSchool']
  can: IdCardsQuery['idCardsViewerCan']
}

/** The tab Designs: the designs of the school's cards. */
export function Designs({ designs, school, can }: DesignsProps) {
  const [open, setOpen] = useState<CardDesignFragment | 'new' | null>(null)
  const [deleting, setDeleting] = useState<CardDesignFragment | null>(null)
  const add = can.design.allowed && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen('new')}>
      Add Design
    </Button>
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {designs.length > 0 && add && <Box>{add}</Box>}
      {designs.length === 0 && (
        <EmptyState
          text="No designs yet"
          hint={can.design.reason ?? 'A design sets how cards look: layout, colour and fields.'}
          {...(add ? { action: add } : {})}
        />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 440px), 1fr))', gap: 2 }}>
        {designs.map((design) => (
          <DesignCard
            key={design.id}
            design={design}
            school={school}
            onEdit={() => setOpen(design)}
            onDelete={() => setDeleting(design)}
          />
        ))}
      </Box>
      {open !== null && (
        <DesignDialog design={open === 'new' ? null : open} school={school} can={can} onClose={() => setOpen(null)} />
      )}
      {deleting && <DeleteDesign design={deleting} onClose={() => setDeleting(null)} />}
    </Box>
  )
}

interface DesignCardProps {
  design: CardDesignFragment
  school: DesignsProps['school']
  onEdit: () => void
  onDelete: () => void
}

function DesignCard({ design, school, onEdit, onDelete }: DesignCardProps) {
  const { name, layout, holder, viewerCan } = design
  const look = lookOf(design, school.color)
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={name}
      sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {`${holderLabels[holder]} · ${layoutLabels[layout].label}`}
          </Typography>
        </Box>
        {viewerCan.update.allowed && (
          <Button size="small" startIcon={<EditIcon />} onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
        )}
        {viewerCan.delete.allowed && (
          <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={onDelete} aria-label={`Delete ${name}`}>
            Delete
          </Button>
        )}
      </Box>
      <Box
        aria-hidden
        inert
        sx={{ p: 2, borderRadius: 1, bgcolor: 'action.hover', display: 'flex', justifyContent: 'center', flex: 1 }}
      >
        <CardSides look={look} school={school} person={samplePerson(look)} scale={0.56} />
      </Box>
    </Paper>
  )
}

function DeleteDesign({ design, onClose }: { design: CardDesignFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={`Delete ${design.name}?`}
      confirmLabel="Delete Design"
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(DeleteIdCardDesignDocument, { schoolId, input: { id: design.id, seen: design.version } })
        showSuccess(`${design.name} was deleted.`)
      }}
    >
      No more cards can be made with it. Printed cards and stored files do not change.
    </ConfirmDialog>
  )
}
