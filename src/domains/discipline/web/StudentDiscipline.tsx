import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { RowActions } from '#ui/DataTable/RowActions.tsx'
import { showDay } from '#shared/dates.ts'
import { usePermission } from '#ui/viewerCan/usePermission.ts'
import { type IncidentRowFragment, RecordIncidentsDocument, type StudentDisciplineFactsFragment } from './discipline.graphql.ts'
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
export function StudentDiscipline({
  student,
  discipline: { points, incidents },
}: {
  student: { id: string; name: string; sectionId: string }
  discipline: StudentDisciplineFactsFragment
}) {
  const mayRecord = usePermission(RecordIncidentsDocument)?.allowed
  const [recording, setRecording] = useState(false)
  const [all, setAll] = useState(false)
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
        {mayRecord && (
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
