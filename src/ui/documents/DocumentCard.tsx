import { Trans } from '@lingui/react/macro'
import { Progress } from '#ui/kit/Progress.tsx'
import { type ReactNode, useId, useState } from 'react'
import { useActiveSchool } from '../activeSchool.ts'
import { useCommand } from '../useCommand.ts'
import { DocumentDownloads } from './DocumentDownloads.tsx'
import { CancelDocumentDocument } from './documents.graphql.ts'
import {
  type DocumentJob,
  hasNoFiles,
  isInProgress,
  retentionText,
  mailText,
  orderedText,
  progressText,
} from './documentTexts.ts'
import { useFetchDocument } from './useDocumentJob.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './DocumentCard.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { MailIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'

const MailDocumentDialog = later(async () => ({ default: (await import('./MailDocumentDialog.tsx')).MailDocumentDialog }))

export interface DocumentCardProps {
  job: DocumentJob
  /** True when the last poll failed: the state shown may be outdated. */
  failing?: boolean
  /** Fetches a linked document of somebody else again. */
  fresh?: () => Promise<DocumentJob>
  /** Further buttons, such as 'Make again'. */
  actions?: ReactNode
}

/** An ordered document: its progress with a cancel button, then its files and the state of its mail. */
export function DocumentCard({ job, failing = false, fresh, actions }: DocumentCardProps) {
  const titleId = useId()
  const fetchOwnDocument = useFetchDocument()
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.section}>
      <div className={styles.row}>
        <div className={styles.box}>
          <Heading level={2} id={titleId} className={styles.breakable}>
            {job.title}
          </Heading>
          <Text tone="quiet" size="small">
            {[orderedText(job), hasNoFiles(job) ? '' : retentionText(job)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {job.state === 'DONE' && !hasNoFiles(job) && (
          <Row gap={2} wrap>
            <DocumentDownloads job={job} fresh={fresh ?? (() => fetchOwnDocument(job.id))} />
            <MailButton job={job} />
            {actions}
          </Row>
        )}
        {(job.state === 'FAILED' || job.state === 'CANCELLED' || hasNoFiles(job)) && actions}
      </div>
      {isInProgress(job) && <JobProgress job={job} />}
      {job.state === 'FAILED' && (
        <Alert kind="error" className={styles.alert}>
          {job.failure}
        </Alert>
      )}
      {job.state === 'CANCELLED' && (
        <Alert kind="info" className={styles.alert}>
          <Trans>It was cancelled, and nothing was made.</Trans>
        </Alert>
      )}
      {hasNoFiles(job) && (
        <Alert kind="info" className={styles.alert}>
          {retentionText(job)}
        </Alert>
      )}
      <Mail job={job} />
      {failing && (
        <Text size="small" role="status" className={styles.hint}>
          <Trans>No connection just now. It is being made all the same.</Trans>
        </Text>
      )}
    </Card>
  )
}

function JobProgress({ job }: { job: DocumentJob }) {
  const { schoolId } = useActiveSchool()
  const [cancel, cancelling] = useCommand(CancelDocumentDocument)
  const hasCount = job.state === 'RUNNING' && job.total > 1
  return (
    <div className={styles.progressRow}>
      <div className={styles.progressBox}>
        <Progress
          aria-label={job.title}
          className={styles.progress}
          value={hasCount ? Math.min(100, (100 * job.done) / job.total) : undefined}
        />
        <div className={styles.progressLine}>
          <Text size="small" role="status" className={styles.text}>
            {progressText(job)}
          </Text>
          <Text tone="quiet" size="small">
            <Trans>You can leave this page: it goes on, and stays in your list.</Trans>
          </Text>
        </div>
      </div>
      {job.viewerCan.cancel.allowed && (
        <Button variant="quiet" loading={cancelling} onClick={() => void cancel({ schoolId, input: { id: job.id } })}>
          <Trans>Cancel</Trans>
        </Button>
      )}
    </div>
  )
}

function MailButton({ job }: { job: DocumentJob }) {
  const [asking, setAsking] = useState(false)
  if (!job.viewerCan.mail.allowed) return null
  return (
    <>
      <Button icon={<MailIcon />} onClick={() => setAsking(true)}>
        <Trans>Send by e-mail</Trans>
      </Button>
      {asking && <MailDocumentDialog job={job} onClose={() => setAsking(false)} />}
    </>
  )
}

function Mail({ job }: { job: DocumentJob }) {
  const words = mailText(job)
  if (words === '') return null
  return (
    <Text size="small" tone={job.mailState === 'FAILED' ? 'error' : 'quiet'} className={styles.mail}>
      {words}
    </Text>
  )
}
