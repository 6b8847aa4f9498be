import { useQuery } from '#ui/data/useQuery.ts'
import EditIcon from '@mui/icons-material/Edit'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { ErrorState } from '#ui/states.tsx'
import { formatChannels, kindLabels } from '../messageLabels.ts'
import { KindDialog } from './KindDialog.tsx'
import { type KindRowFragment, MessageKindsDocument } from './templates.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './Kinds.module.css'

type Kind = KindRowFragment

/** Lists every kind of message: whether it is sent, by which channels, and what is missing. */
export function Kinds() {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const { data, error, refetch } = useQuery(MessageKindsDocument, { variables: { schoolId } })
  const [editing, setEditing] = useState<Kind | null>(null)
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Typography variant="h2" id={titleId} className={styles.spaced}>
        What goes out
      </Typography>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={5} />
        )
      ) : (
        <ul className={styles.list}>
          {data.messageKinds.map((kind) => (
            <KindCard key={kind.kind} kind={kind} onEdit={() => setEditing(kind)} />
          ))}
        </ul>
      )}
      {editing && <KindDialog kind={editing} onClose={() => setEditing(null)} />}
    </section>
  )
}

function KindCard({ kind, onEdit }: { kind: Kind; onEdit: () => void }) {
  const { channels, notReadyReason } = kind
  const label = kindLabels[kind.kind]
  const isReady = notReadyReason === null
  return (
    <Paper component="li" variant="outlined" aria-label={label} className={styles.item}>
      <Row gap={2} align="center">
        <Typography component="h3" className={styles.box}>
          {label}
        </Typography>
        <StateChip state={isReady ? 'Enabled' : 'Disabled'} label={isReady ? 'Goes out' : 'Does not go out'} />
        {kind.viewerCan.set.allowed && (
          <Tooltip title={`Edit ${label}`}>
            <IconButton size="small" aria-label={`Edit ${label}`} onClick={onEdit}>
              <EditIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Row>
      <Typography variant="body2" className={styles.muted}>
        {formatChannels(channels)}
      </Typography>
      {notReadyReason !== null && (
        <Typography variant="body2" className={styles.kindCardSpaced}>
          {notReadyReason}
        </Typography>
      )}
    </Paper>
  )
}
