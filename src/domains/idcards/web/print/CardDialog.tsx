import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CardLook } from '../../cardFields.ts'
import { CardSides } from '../CardView.tsx'
import { personOf } from '../cardPeople.ts'
import type { DesignsProps } from '../designs/Designs.tsx'
import type { CardHolderFragment } from '../idcards.graphql.ts'
import styles from './Holders.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** Shows both sides of a person's card. */
export function CardDialog({
  row,
  look,
  school,
  onClose,
}: {
  row: CardHolderFragment
  look: CardLook
  school: DesignsProps['school']
  onClose: () => void
}) {
  return (
    <Dialog title={t`Card of ${row.name}`} onClose={onClose} size="large">
      <DialogBody>
        <div className={styles.cardDialogRow}>
          <CardSides look={look} school={school} person={personOf(row, look)} />
        </div>
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
