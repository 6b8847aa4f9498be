import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { RowActions } from '#ui/DataTable/RowActions.tsx'
import { showDay } from '#shared/dates.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { DisciplineViewerCanDocument, type IncidentRowFragment, StudentDisciplineDocument } from './discipline.graphql.ts'
import { useIncidentDialogs } from './incidents/IncidentDialogs.tsx'
import { later } from '#ui/kit/later.tsx'
import { PointsChip } from './PointsChip.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './StudentDiscipline.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { AddIcon } from '#ui/kit/icons.ts'

const RecordDialog = later(() => import('./incidents/RecordDialog.tsx'))

const initialCount = 5

/** Shows a student's points and last incidents of the active term, and a button to record one. */
export default function StudentDiscipline({ student }: { student: { id: string; name: string; sectionId: string } }) {
  const { schoolId, termId } = useActiveSchool()
  const can = useQuery(DisciplineViewerCanDocument, { variables: { schoolId } }).data?.disciplineViewerCan
  const { data, error, refetch } = useQuery(StudentDisciplineDocument, {
    variables: { schoolId, input: { termId, studentId: student.id } },
  })
  const [recording, setRecording] = useState(false)
  const [all, setAll] = useState(false)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={2} />
  const { points, incidents } = data.studentDiscipline
  const shown = all ? incidents : incidents.slice(0, initialCount)
  return (
    <>
      <Row gap={3} align="center" wrap>
        <div className={styles.row}>
          {incidents.length > 0 && <PointsChip points={points} />}
          <Text tone="quiet">
            {incidents.length === 0
              ? t`Nothing recorded in this term`
              : t`from ${plural(incidents.length, { one: '# incident', other: '# incidents' })} in this term`}
          </Text>
        </div>
        {can?.record.allowed && (
          <Button variant="quiet" icon={<AddIcon />} onClick={() => setRecording(true)}>
            <Trans>Record Incident</Trans>
          </Button>
        )}
      </Row>
      {incidents.length > 0 && (
        <div>
          <Incidents incidents={shown} />
        </div>
      )}
      {incidents.length > shown.length && (
        <Button
          variant="quiet"
          onClick={() => setAll(true)}
        >{t`Show all ${plural(incidents.length, { one: '# incident', other: '# incidents' })}`}</Button>
      )}
      {recording && <RecordDialog student={student} onClose={() => setRecording(false)} />}
    </>
  )
}

const rowName = ({ typeName, day }: IncidentRowFragment) =>
  t({ message: `${typeName} of ${showDay(day)}`, context: 'an incident of a day' })

function Incidents({ incidents }: { incidents: readonly IncidentRowFragment[] }) {
  const { actions, dialogs } = useIncidentDialogs()
  return (
    <ul className={styles.list}>
      {incidents.map((incident) => (
        <li key={incident.id} className={styles.item}>
          <PointsChip points={incident.points} />
          <div className={styles.box}>
            <Text>
              {incident.typeName} <span className={styles.muted}>{`${showDay(incident.day)} · ${incident.recordedByName}`}</span>
            </Text>
            {(incident.note || incident.actionTaken) && (
              <Text tone="quiet" size="small">
                {[incident.note, incident.actionTaken].filter(Boolean).join(' · ')}
              </Text>
            )}
          </div>
          <RowActions row={incident} rowName={rowName(incident)} actions={actions} asMenu />
        </li>
      ))}
      {dialogs}
    </ul>
  )
}
