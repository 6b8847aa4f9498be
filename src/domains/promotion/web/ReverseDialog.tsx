import { useQuery } from '#ui/data/useQuery.ts'
import { countWithNoun, plural } from '#shared/plural.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { promotedDomains } from './promotedDomains.ts'
import { PreviewReversalDocument, type PromotionRowFragment, ReversePromotionDocument } from './promotion.graphql.ts'
import { removedText } from './promotionLabels.ts'
import styles from './ReverseDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'

/** Dialog that reverses a batch after listing the rows to delete and restore, or that lists the blockers. */
export function ReverseDialog({ batch, onClose }: { batch: PromotionRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const variables = { schoolId, input: { id: batch.id } }
  const { data, error, refetch } = useQuery(PreviewReversalDocument, { variables, fetchPolicy: 'read-once' })
  const reversal = data?.previewReversal
  if (reversal && reversal.blocks.length === 0)
    return (
      <ConfirmDialog
        open
        title="Reverse Promotion?"
        confirmLabel="Reverse Promotion"
        onClose={onClose}
        onConfirm={async () => {
          await sendCommand(ReversePromotionDocument, variables, { alsoChanges: promotedDomains })
          showSuccess('Promotion Reversed Successfully!')
        }}
        failureMessage={(message) => message}
      >
        <Text>
          {reversal.removes.length === 0
            ? 'It added nothing, so nothing is deleted.'
            : `Deleted from ${batch.toTermName}: ${joinWithAnd(reversal.removes.map(removedText))}.`}
        </Text>
        <Text className={styles.spaced}>
          {reversal.restores > 0 && `Sections of ${batch.fromTermName} get ${countWithNoun(reversal.restores, 'teacher')} back. `}
          Everything else stays.
        </Text>
      </ConfirmDialog>
    )
  return (
    <Dialog title={reversal ? 'This Cannot Be Reversed Any More' : 'Reverse Promotion?'} onClose={onClose}>
      <DialogBody>
        {reversal ? (
          <>
            <Alert kind="warning">
              {`${countWithNoun(reversal.blocks.length, 'section')} of this promotion ${plural(reversal.blocks.length, 'is', 'are')} in use. Nothing was changed.`}
            </Alert>
            <List aria-label="Records in use">
              {reversal.blocks.map(({ title, standing }) => (
                <ListRow key={title}>
                  <ListText title={title} detail={joinWithAnd(standing)} />
                </ListRow>
              ))}
            </List>
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} />
        ) : (
          <LoadingState lines={3} />
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          Go Back
        </Button>
      </DialogActions>
    </Dialog>
  )
}
