import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect, useRef, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { promotedDomains } from './promotedDomains.ts'
import { ContinuePromotionDocument, PromotionDocument, type PromotionWholeFragment } from './promotion.graphql.ts'
import { isUnderWay, resultText, progressText, stateLabels } from './promotionLabels.ts'
import { ReverseDialog } from './ReverseDialog.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './PromotionBatch.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Progress } from '#ui/kit/Progress.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { UndoIcon } from '#ui/kit/icons.ts'

type Part = PromotionWholeFragment['parts'][number]
const everyMs = 700
/** Maximum number of parts that get a snackbar each. The table shows the messages of more. */
const maxSnackbars = 5

/** The page of a batch: its progress, the result of each section, and buttons to continue or reverse it. */
export function PromotionBatch({ id }: { id: string }) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const variables = { schoolId, input: { id } }
  const { data, error, refetch } = useQuery(PromotionDocument, { variables })
  const batch = data?.promotion
  const failing = usePoll(everyMs, (signal) => client.fetch(PromotionDocument, variables, { signal }), {
    on: batch !== undefined && isUnderWay(batch),
  })
  useSnackbars(batch)
  return (
    <PageLayout
      title={t`Promotions`}
      context={batch && orderedText(batch)}
      back={{ to: '/promotions', label: t`All promotions` }}
    >
      {batch ? (
        <>
          <PromotionProgress batch={batch} failing={failing} />
          <Parts batch={batch} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} />
      ) : (
        <LoadingState />
      )}
    </PageLayout>
  )
}

/** Formats 'Students from 2025-26 to 2026-27, ordered by Asha Rao, 12 Apr 2026, 10:31.'. */
function orderedText({ kind, fromTermName, toTermName, createdByName, createdAt }: PromotionWholeFragment): string {
  const at = showMoment(createdAt)
  return kind === 'STUDENTS'
    ? t`Students from ${fromTermName} to ${toTermName}, ordered by ${createdByName}, ${at}.`
    : t`Sections from ${fromTermName} to ${toTermName}, ordered by ${createdByName}, ${at}.`
}

/** Shows each section's message once when the batch finishes on this page, and reads again what it has changed. */
function useSnackbars(batch: PromotionWholeFragment | undefined): void {
  const client = useDataClient()
  const waiting = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!batch) return
    for (const part of batch.parts) {
      if (!waiting.current.has(part.id) || part.state === 'WAITING' || batch.parts.length > maxSnackbars) continue
      if (part.state === 'FAILED') showError(part.message)
      else showSuccess(part.message)
    }
    if (batch.parts.length > maxSnackbars && waiting.current.size > 0 && !isUnderWay(batch)) {
      if (batch.failed > 0)
        showError(
          plural(batch.failed, {
            one: '# section could not be promoted. The table shows the reasons.',
            other: '# sections could not be promoted. The table shows the reasons.',
          }),
        )
      else showSuccess(t`${resultText(batch)} promoted from ${batch.fromTermName} to ${batch.toTermName} successfully!`)
    }
    if (waiting.current.size > 0 && !isUnderWay(batch)) void client.forget(promotedDomains)
    waiting.current = new Set(batch.parts.filter((part) => part.state === 'WAITING').map((part) => part.id))
  }, [batch, client])
}

function PromotionProgress({ batch, failing }: { batch: PromotionWholeFragment; failing: boolean }) {
  const { schoolId } = useActiveSchool()
  const [reversing, setReversing] = useState(false)
  const [goOn, goingOn] = useCommand(ContinuePromotionDocument)
  const { look, label } = stateLabels[batch.state]
  const underWay = isUnderWay(batch)
  const { viewerCan } = batch
  return (
    <section aria-label={t`Progress`} className={styles.section}>
      <Row gap={4} align="center" wrap>
        <StateChip state={look} label={label} />
        <Text role="status" className={styles.text}>
          {progressText(batch)}
        </Text>
        {viewerCan.continue.allowed && (
          <Button variant="primary" loading={goingOn} onClick={() => void goOn({ schoolId, input: { id: batch.id } })}>
            <Trans>Continue</Trans>
          </Button>
        )}
        {viewerCan.reverse.allowed && (
          <Button danger icon={<UndoIcon />} onClick={() => setReversing(true)}>
            <Trans>Reverse Promotion</Trans>
          </Button>
        )}
      </Row>
      {underWay && (
        <div className={styles.spaced}>
          <Progress
            aria-label={t`Promotion`}
            value={batch.total === 0 ? 0 : (100 * batch.done) / batch.total}
            className={styles.progress}
          />
          <Text size="small" className={styles.hint}>
            {failing
              ? t`No connection. The promotion continues on the server.`
              : t`You can leave this page. The promotion continues, and stays in the list of promotions.`}
          </Text>
        </div>
      )}
      {batch.state === 'FAILED' && (
        <Alert kind="error" className={styles.spaced}>
          <Trans>This was interrupted three times at the same part. Finished parts stay. Press Continue for the rest.</Trans>
        </Alert>
      )}
      {batch.state === 'DONE' && batch.failed > 0 && (
        <Alert kind="error" className={styles.spaced}>
          {plural(batch.failed, {
            one: '# section could not be promoted. The table shows the reasons. Press Continue to try again.',
            other: '# sections could not be promoted. The table shows the reasons. Press Continue to try again.',
          })}
        </Alert>
      )}
      {batch.state === 'REVERSED' && (
        <Alert kind="info" className={styles.spaced}>
          {t`${batch.reversedByName ?? ''} reversed this on ${showMoment(batch.reversedAt)}. Everything is as it was before.`}
        </Alert>
      )}
      {reversing && <ReverseDialog batch={batch} onClose={() => setReversing(false)} />}
    </section>
  )
}

function Parts({ batch }: { batch: PromotionWholeFragment }) {
  return (
    <DataTable
      title={batch.kind === 'STUDENTS' ? t`STUDENTS BY SECTION` : t`SECTIONS`}
      fileName="promotion"
      columns={batch.kind === 'STUDENTS' ? studentColumns : sectionColumns}
      rows={batch.parts}
      rowId={partId}
      rowName={partName}
      empty={{ text: t`Nothing was promoted` }}
      defaults={defaults}
    />
  )
}

const defaults = { name: 'parts' }
const partId = (part: Part) => part.id
const partName = (part: Part) => part.title

const partStates = {
  WAITING: { look: 'PENDING', label: t`Waiting` },
  DONE: { look: 'DONE', label: t({ message: 'Done', context: 'a state' }) },
  FAILED: { look: 'FAILED', label: t`Error` },
  REVERSED: { look: 'CANCEL', label: t`Reversed` },
} as const

function columnsOf(counts: string): readonly Column<Part>[] {
  return [
    {
      key: 'from',
      header: t({ message: 'From', context: 'a section' }),
      value: (part) => part.title,
      flex: 0.8,
      minWidth: 110,
      phone: 'title',
    },
    {
      key: 'to',
      header: t({ message: 'To', context: 'a section' }),
      value: (part) => part.targetTitle,
      flex: 0.7,
      minWidth: 90,
      phone: 'none',
    },
    {
      key: 'state',
      header: t`State`,
      value: (part) => partStates[part.state].label,
      render: (part) => <StateChip state={partStates[part.state].look} label={partStates[part.state].label} />,
      flex: 0.6,
      minWidth: 110,
      phone: 'line',
    },
    { key: 'count', header: counts, value: (part) => part.count, numeric: true, flex: 0.6, minWidth: 110, phone: 'none' },
    {
      key: 'message',
      header: t`Message`,
      value: (part) => part.message,
      render: (part) => (
        <span className={styles.clipped} title={part.message}>
          {part.message}
        </span>
      ),
      flex: 3,
      minWidth: 300,
      phone: 'line',
    },
  ]
}

const studentColumns = columnsOf(t`Students`)
const sectionColumns = columnsOf(t`Created`)
