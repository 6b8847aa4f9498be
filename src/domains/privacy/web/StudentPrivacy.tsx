import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Link, useNavigate } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useCommand } from '#ui/useCommand.ts'
import { OrderStudentDataDocument, type PrivacyRightsFactsFragment } from './privacy.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './StudentPrivacy.module.css'
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
  const { exportData, erase } = privacy.viewerCan

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
          disabled={!erase.allowed}
          title={erase.reason ?? ''}
          onClick={() => setErasing(true)}
        >
          <Trans>Erase Student</Trans>
        </Button>
      </Row>
      {erasing && <EraseStudent student={student} onClose={() => setErasing(false)} />}
    </Card>
  )
}
