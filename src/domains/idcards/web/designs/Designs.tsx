import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { EmptyState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { CardSides } from '../CardView.tsx'
import { holderLabels, layoutLabels, lookOf } from '../cardLabels.ts'
import { samplePerson } from '../cardPeople.ts'
import { type CardDesignFragment, DeleteIdCardDesignDocument, type IdCardsQuery } from '../idcards.graphql.ts'
import { DesignDialog } from './DesignDialog.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './Designs.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { AddIcon, DeleteIcon, EditIcon } from '#ui/kit/icons.ts'

export interface DesignsProps {
  designs: IdCardsQuery['idCardDesigns']
  school: IdCardsQuery['idCardSchool']
  can: IdCardsQuery['idCardsViewerCan']
}

/** The tab Designs: the designs of the school's cards. */
export default function Designs({ designs, school, can }: DesignsProps) {
  const [open, setOpen] = useState<CardDesignFragment | 'new' | null>(null)
  const [deleting, setDeleting] = useState<CardDesignFragment | null>(null)
  const add = can.design.allowed && (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setOpen('new')}>
      <Trans>Add Design</Trans>
    </Button>
  )
  return (
    <Stack gap={4}>
      {designs.length > 0 && add && <div>{add}</div>}
      {designs.length === 0 && (
        <EmptyState
          text={t`No designs yet`}
          hint={can.design.reason ?? t`A design sets how cards look: layout, colour and fields.`}
          {...(add ? { action: add } : {})}
        />
      )}
      <div className={styles.grid}>
        {designs.map((design) => (
          <DesignCard
            key={design.id}
            design={design}
            school={school}
            onEdit={() => setOpen(design)}
            onDelete={() => setDeleting(design)}
          />
        ))}
      </div>
      {open !== null && (
        <DesignDialog design={open === 'new' ? null : open} school={school} can={can} onClose={() => setOpen(null)} />
      )}
      {deleting && <DeleteDesign design={deleting} onClose={() => setDeleting(null)} />}
    </Stack>
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
    <section aria-label={name} className={styles.section}>
      <Row gap={2} align="start">
        <div className={styles.fill}>
          <Heading level={3} as="h2" className={styles.breakable}>
            {name}
          </Heading>
          <Text tone="quiet" size="small">
            {`${holderLabels[holder]} · ${layoutLabels[layout].label}`}
          </Text>
        </div>
        {viewerCan.update.allowed && (
          <Button variant="quiet" size="small" icon={<EditIcon />} onClick={onEdit} aria-label={t`Edit ${name}`}>
            <Trans>Edit</Trans>
          </Button>
        )}
        {viewerCan.delete.allowed && (
          <Button variant="quiet" size="small" danger icon={<DeleteIcon />} onClick={onDelete} aria-label={t`Delete ${name}`}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </Row>
      <div aria-hidden inert className={styles.row}>
        <CardSides look={look} school={school} person={samplePerson(look)} scale={0.56} />
      </div>
    </section>
  )
}

function DeleteDesign({ design, onClose }: { design: CardDesignFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={t`Delete ${design.name}?`}
      confirmLabel={t`Delete Design`}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(DeleteIdCardDesignDocument, { schoolId, input: { id: design.id, seen: design.version } })
        showSuccess(t`${design.name} was deleted.`)
      }}
    >
      <Trans>No more cards can be made with it. Printed cards and saved files do not change.</Trans>
    </ConfirmDialog>
  )
}
