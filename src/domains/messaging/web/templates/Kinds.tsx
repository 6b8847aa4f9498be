import { useQuery } from '#ui/data/useQuery.ts'
import EditIcon from '@mui/icons-material/Edit'
import Box from '@mui/material/Box'
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

type Kind = KindRowFragment

/** Lists every kind of message: whether it is sent, by which channels, and what is missing. */
export function Kinds() {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const { data, error, refetch } = useQuery(MessageKindsDocument, { variables: { schoolId } })
  const [editing, setEditing] = useState<Kind | null>(null)
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Typography variant="h2" id={titleId} sx={{ mb: 1 }}>
        What goes out
      </Typography>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={5} />
        )
      ) : (
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gap: 1.5,
            alignItems: 'stretch',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
          }}
        >
          {data.messageKinds.map((kind) => (
            <KindCard key={kind.kind} kind={kind} onEdit={() => setEditing(kind)} />
          ))}
        </Box>
      )}
      {editing && <KindDialog kind={editing} onClose={() => setEditing(null)} />}
    </Box>
  )
}

function KindCard({ kind, onEdit }: { kind: Kind; onEdit: () => void }) {
  const { channels, notReadyReason } = kind
  const label = kindLabels[kind.kind]
  const isReady = notReadyReason === null
  return (
    <Paper component="li" variant="outlined" aria-label={label} sx={{ px: 2, py: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography component="h3" sx={{ flex: 1, fontWeight: 600, minWidth: 0 }}>
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
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {formatChannels(channels)}
      </Typography>
      {notReadyReason !== null && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {notReadyReason}
        </Typography>
      )}
    </Paper>
  )
}
