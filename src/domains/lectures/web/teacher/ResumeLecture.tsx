import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useNavigate } from '#ui/navigation.tsx'
import { schoolTime } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { endLecturesKind, type QueuedEnd } from '../outboxKinds.ts'
import { type LectureBatchPartsFragment, MyLiveLecturesDocument } from '../lectures.graphql.ts'
import { saveLiveSession, createSession } from '../liveSession.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'

/** Offers to resume a live lecture that was started on another device or before the last sign-out. */
export function ResumeLecture() {
  const { schoolId } = useActiveSchool()
  const { waiting } = useOutbox()
  const navigate = useNavigate()
  const { data } = useQuery(MyLiveLecturesDocument, { variables: { schoolId }, fetchPolicy: 'network-only' })
  // Leaves out lectures whose end is in the outbox.
  const ended = new Set(
    waiting.filter(({ kind }) => kind === endLecturesKind.name).flatMap(({ input }) => (input as QueuedEnd).ids),
  )
  const live = data?.myLiveLectures.filter(({ items }) => !items.some(({ id }) => ended.has(id))) ?? []

  function resume(batch: LectureBatchPartsFragment) {
    saveLiveSession(createSession(batch))
    navigate('/teacherLive', { state: { repeat: true, zoomLink: batch.zoomLink } })
  }

  return live.map((batch) => (
    <Alert
      key={batch.batch}
      kind="info"
      action={
        <Button variant="quiet" size="small" onClick={() => resume(batch)}>
          <Trans>Resume</Trans>
        </Button>
      }
    >
      {t`Live since ${schoolTime(new Date(batch.startedAt)).slice(0, 5)}: ${batch.items.map(({ title }) => title).join(', ')}`}
    </Alert>
  ))
}
