import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type ReactNode, useState } from 'react'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { RefusedNotice } from '#ui/viewerCan/RefusedNotice.tsx'
import { showDay } from '#shared/dates.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { ErrorState } from '#ui/states.tsx'
import { AddTerm, DeleteTerm, EditTerm, MakeTermCurrent } from './TermDialogs.tsx'
import { type SchoolSettingsFragment } from './schools.graphql.ts'
import { type TermRowFragment, TermsDocument } from './terms.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './TermsSettings.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { AddIcon, DeleteIcon, EditIcon } from '#ui/kit/icons.ts'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'

type OpenDialog = { dialog: 'edit' | 'current' | 'delete'; term: TermRowFragment } | { dialog: 'add'; term: null }

/** The tab Terms Settings: sets the current term, and adds, edits and deletes terms. */
export default function TermsSettings({ school }: { school: SchoolSettingsFragment }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(TermsDocument, { variables: { schoolId } })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  return (
    <div className={styles.box}>
      {school.viewerCan.addTerm.allowed ? (
        <div className={styles.row}>
          <Button variant="primary" icon={<AddIcon />} onClick={() => setOpen({ dialog: 'add', term: null })}>
            <Trans>Add Term</Trans>
          </Button>
        </div>
      ) : (
        <div className={styles.spaced}>
          <RefusedNotice reason={school.viewerCan.addTerm.reason} />
        </div>
      )}
      <List aria-label={t`Terms`}>
        {data.terms.map((term) => (
          <TermItem key={term.id} term={term} onOpen={(dialog) => setOpen({ dialog, term })} />
        ))}
      </List>
      {open?.dialog === 'add' && <AddTerm onClose={close} />}
      {open?.dialog === 'edit' && <EditTerm term={open.term} onClose={close} />}
      {open?.dialog === 'current' && <MakeTermCurrent term={open.term} terms={data.terms} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteTerm term={open.term} onClose={close} />}
    </div>
  )
}

function TermItem({ term, onOpen }: { term: TermRowFragment; onOpen: (dialog: 'edit' | 'current' | 'delete') => void }) {
  const { update, setCurrent, delete: remove } = term.viewerCan
  return (
    <ListRow divided className={styles.termItemBox}>
      <ListText title={term.name} detail={t`starts ${showDay(term.startsOn)}`} className={styles.termName} />
      <Row gap={2} align="center">
        {term.current ? (
          <StateChip state="CURRENT" label={t`Current`} />
        ) : (
          <Button
            size="small"
            disabled={!setCurrent.allowed}
            onClick={() => onOpen('current')}
            aria-label={t`Make Current: ${term.name}`}
          >
            <Trans>Make Current</Trans>
          </Button>
        )}
        <ActionIcon label={t`Edit ${term.name}`} reason={update.reason} onClick={() => onOpen('edit')}>
          <EditIcon />
        </ActionIcon>
        <ActionIcon label={t`Delete ${term.name}`} reason={remove.reason} onClick={() => onOpen('delete')}>
          <DeleteIcon />
        </ActionIcon>
      </Row>
    </ListRow>
  )
}

/** An icon button. Its tooltip is the label, or the reason why it is disabled. */
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
    <Tooltip text={reason ?? label}>
      <IconButton aria-label={label} disabled={Boolean(reason)} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  )
}
