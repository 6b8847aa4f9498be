import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoney } from '#shared/money.ts'
import type { UnassignFeeCategoryMutation } from './assignments.graphql.ts'
import styles from './KeptStudentsDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'

export interface KeptStudents {
  /** Number of students removed. */
  changed: number
  students: UnassignFeeCategoryMutation['unassignFeeCategory']['kept']
}

/** Names the students who stay on a category, with the money collected from them. */
export function KeptStudentsDialog({ category, kept, onClose }: { category: string; kept: KeptStudents; onClose: () => void }) {
  const { changed, students } = kept
  return (
    <Dialog title={t`${plural(students.length, { one: '# student', other: '# students' })} not removed`} onClose={onClose}>
      <DialogBody>
        <Text>
          {plural(changed, {
            one: `# student was removed from ${category}.`,
            other: `# students were removed from ${category}.`,
          })}{' '}
          <Trans>The students below have payments or discounts on its fees. Delete these first.</Trans>
        </Text>
        <List>
          {students.map(({ studentName, collected }, index) => (
            <ListRow key={index} end={showMoney(collected)}>
              <ListText title={studentName} className={styles.box} />
            </ListRow>
          ))}
        </List>
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
