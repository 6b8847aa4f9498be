import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
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
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { EditIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'

type Kind = KindRowFragment

/** Lists every kind of message: whether it is sent, by which channels, and what is missing. */
export function Kinds() {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const { data, error, refetch } = useQuery(MessageKindsDocument, { variables: { schoolId } })
  const [editing, setEditing] = useState<Kind | null>(null)
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId} className={styles.spaced}>
        <Trans>What goes out</Trans>
      </Heading>
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
    <Card as="li" aria-label={label} className={styles.item}>
      <Row gap={2} align="center">
        <Text as="h3" className={styles.box}>
          {label}
        </Text>
        <StateChip state={isReady ? 'ENABLED' : 'DISABLED'} label={isReady ? t`Goes out` : t`Does not go out`} />
        {kind.viewerCan.set.allowed && (
          <Tooltip text={t`Edit ${label}`}>
            <IconButton size="small" aria-label={t`Edit ${label}`} onClick={onEdit}>
              <EditIcon size={20} />
            </IconButton>
          </Tooltip>
        )}
      </Row>
      <Text tone="quiet" size="small">
        {formatChannels(channels)}
      </Text>
      {notReadyReason !== null && (
        <Text size="small" className={styles.kindCardSpaced}>
          {notReadyReason}
        </Text>
      )}
    </Card>
  )
}
