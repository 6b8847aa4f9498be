import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Link, useNavigate } from '#ui/navigation.tsx'
import { schoolDay, showDay, showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useCommand } from '#ui/useCommand.ts'
import { erasureDue } from '../erasures.rules.ts'
import { OrderStudentDataDocument, type PrivacyRightsFactsFragment, StopErasureDocument } from './privacy.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './StudentPrivacy.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { DeleteSweepIcon, DownloadIcon, PolicyIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'

const EraseStudent = later(async () => ({ default: (await import('./EraseStudent.tsx')).EraseStudent }))

interface StudentPrivacyProps {
  student: { id: string; name: string }
  privacy: PrivacyRightsFactsFragment
}

/** Offers the export, the audit log and the erasure of a student. */
export function StudentPrivacy({ student, privacy }: StudentPrivacyProps) {
  const { schoolId } = useActiveSchool()
  const { id } = student
  const titleId = useId()
  const navigate = useNavigate()
  const [erasing, setErasing] = useState(false)
  const [order, ordering] = useCommand(OrderStudentDataDocument)
  const [stop, stopping] = useCommand(StopErasureDocument, { alsoChanges: ['students'] })
  const { exportData, erase, askErasure, stopErasure } = privacy.viewerCan
  // Who may erase needs not ask.
  const asks = !erase.allowed && privacy.erasedAt === null
  const start = asks ? askErasure : erase

  async function exportAll() {
    const done = await order((key) => ({ schoolId, input: { key, id } }))
    if (done) navigate(`/student-data?job=${done.orderStudentData.id}`)
  }

  return (
    <Card as="section" aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId} className={styles.spaced}>
        <Trans>Privacy</Trans>
      </Heading>
      <Text className={styles.hint}>
        {privacy.erasedAt
          ? t`Erased on ${showMoment(privacy.erasedAt)}. The remaining data belongs to the school’s accounts and counts.`
          : t`Export all data about the student for the family, or erase it after the student has left.`}
      </Text>
      {privacy.erasureAskedAt !== null && (
        <Alert
          kind="warning"
          action={
            stopErasure.allowed && (
              <Button variant="quiet" size="small" loading={stopping} onClick={() => void stop({ schoolId, id })}>
                <Trans>Stop the Erasure</Trans>
              </Button>
            )
          }
        >
          {t`${privacy.erasureAskedByName ?? ''} asked on ${showMoment(privacy.erasureAskedAt)} to erase this student. A super administrator does it, or the server from ${showDay(schoolDay(erasureDue(new Date(privacy.erasureAskedAt))))} on.`}
        </Alert>
      )}
      <Row gap={2} wrap>
        <Button icon={<DownloadIcon />} loading={ordering} disabled={!exportData.allowed} onClick={() => void exportAll()}>
          <Trans>Export Everything</Trans>
        </Button>
        <Button variant="quiet" icon={<PolicyIcon />} as={Link} to={`/audit-log?f.student=${id}`}>
          <Trans>What Was Done</Trans>
        </Button>
        <Button
          variant="quiet"
          danger
          icon={<DeleteSweepIcon />}
          disabled={!start.allowed}
          title={start.reason ?? ''}
          onClick={() => setErasing(true)}
        >
          {asks ? <Trans>Ask for the Erasure</Trans> : <Trans>Erase Student</Trans>}
        </Button>
      </Row>
      {erasing && <EraseStudent student={student} asks={asks} onClose={() => setErasing(false)} />}
    </Card>
  )
}
