import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
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
  const { fromTermName, toTermName } = batch
  const removed = joinWithAnd((reversal?.removes ?? []).map(removedText))
  if (reversal && reversal.blocks.length === 0)
    return (
      <ConfirmDialog
        open
        title={t`Reverse Promotion?`}
        confirmLabel={t`Reverse Promotion`}
        onClose={onClose}
        onConfirm={async () => {
          await sendCommand(ReversePromotionDocument, variables, { alsoChanges: promotedDomains })
          showSuccess(t`Promotion Reversed Successfully!`)
        }}
        failureMessage={(message) => message}
      >
        <Text>
          {reversal.removes.length === 0
            ? t`It added nothing, so nothing is deleted.`
            : t`Deleted from ${toTermName}: ${removed}.`}
        </Text>
        <Text className={styles.spaced}>
          {reversal.restores > 0 &&
            t`Sections of ${fromTermName} get ${plural(reversal.restores, { one: '# teacher', other: '# teachers' })} back.`}{' '}
          <Trans>Everything else stays.</Trans>
        </Text>
      </ConfirmDialog>
    )
  return (
    <Dialog title={reversal ? t`This Cannot Be Reversed Any More` : t`Reverse Promotion?`} onClose={onClose}>
      <DialogBody>
        {reversal ? (
          <>
            <Alert kind="warning">
              {plural(reversal.blocks.length, {
                one: '# section of this promotion is in use. Nothing was changed.',
                other: '# sections of this promotion are in use. Nothing was changed.',
              })}
            </Alert>
            <List aria-label={t`Records in use`}>
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
          <Trans>Go Back</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
