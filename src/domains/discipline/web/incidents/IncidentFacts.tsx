import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showDay, showMoment } from '#shared/dates.ts'
import { showPoints } from '../../discipline.rules.ts'
import type { IncidentRowFragment } from '../discipline.graphql.ts'
import styles from './IncidentFacts.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** Shows all details of an incident. */
export function IncidentFacts({ incident, onClose }: { incident: IncidentRowFragment; onClose: () => void }) {
  const { studentName, sectionName, roll, typeName, points, day, note, actionTaken, notify } = incident
  const { recordedByName, recordedAt, changedByName, changedAt } = incident
  const facts = [
    [t`Student`, t`${studentName} · ${sectionName} · roll ${roll}`],
    [t`Points`, showPoints(points)],
    [t`Day`, showDay(day)],
    [t`Note`, note],
    [t`Action Taken`, actionTaken],
    [t`Guardians`, notify ? t`Notified` : t`Not notified`],
    [t`Recorded`, `${recordedByName}, ${showMoment(recordedAt)}`],
    [t`Changed`, changedAt === null ? '' : `${changedByName ?? ''}, ${showMoment(changedAt)}`],
  ] as const
  return (
    <Dialog title={typeName} onClose={onClose}>
      <DialogBody>
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <div key={label} className={styles.contents}>
                <Text tone="quiet" as="dt" size="small">
                  {label}
                </Text>
                <Text as="dd" className={styles.value}>
                  {value}
                </Text>
              </div>
            ))}
        </dl>
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
