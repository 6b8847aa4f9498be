import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useCallback, useState } from 'react'
import { useQuery } from '#ui/data/useQuery.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { usePermission } from '#ui/viewerCan/usePermission.ts'
import { receiptCss, receiptPrintPage } from '../../receiptSheet.ts'
import { refundSheet } from '../../refundSheet.ts'
import { PaperButtons } from '../receipts/PaperButtons.tsx'
import { usePaperIssue } from '../receipts/usePaperIssue.tsx'
import styles from '../receipts/ReceiptDialog.module.css'
import { CancelRefund } from './CancelRefund.tsx'
import {
  CancelRefundDocument,
  IssueVoucherDocument,
  type IssueVoucherMutationVariables,
  VoucherDocument,
  type VoucherPaperFragment,
} from './refunds.graphql.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'

export interface VoucherDialogProps {
  refundId: string
  onClose: () => void
}

/** The dialog that shows a refund voucher, prints it (P), downloads it, and cancels it. */
export function VoucherDialog({ refundId, onClose }: VoucherDialogProps) {
  const { schoolId } = useActiveSchool()
  const [chosen, setLanguages] = useState<ReceiptLanguages>()
  const [cancelling, setCancelling] = useState(false)
  const mayCancel = usePermission(CancelRefundDocument)?.allowed ?? false
  const { data, previousData, error, refetch } = useQuery(VoucherDocument, {
    variables: { schoolId, input: { refundId, languages: chosen } },
    fetchPolicy: 'network-only',
  })
  const issue = useVoucherIssue(refetch)
  const voucher = (data ?? (error ? undefined : previousData))?.voucher
  const languages = chosen ?? voucher?.languages
  const print = () => issue.print(refundId, chosen)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
    event.preventDefault()
    if (voucher) print()
  }

  return (
    <>
      <Dialog
        title={voucher ? t`Voucher ${voucher.refundNumber}` : t`Voucher`}
        onClose={onClose}
        onKeyDown={onKeyDown}
        size="large"
      >
        <DialogBody className={styles.content} tabIndex={0} role="region" aria-label={t`Voucher`}>
          {voucher ? (
            <VoucherPaper voucher={voucher} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState lines={10} />
          )}
          {issue.printed}
        </DialogBody>
        <DialogActions>
          <Button variant="quiet" onClick={onClose} autoFocus>
            <Trans>Close</Trans>
          </Button>
          <PaperButtons
            shown={{ ...issue, languages, setLanguages, print, download: () => issue.download(refundId, chosen) }}
            ready={voucher !== undefined}
            withKey
          >
            {mayCancel && voucher?.cancelled === null && (
              <Button variant="quiet" danger onClick={() => setCancelling(true)}>
                <Trans>Cancel voucher</Trans>
              </Button>
            )}
          </PaperButtons>
        </DialogActions>
      </Dialog>
      {cancelling && voucher && <CancelRefund voucher={voucher} onClose={() => setCancelling(false)} />}
    </>
  )
}

/** Returns functions that print vouchers and download their PDFs. */
function useVoucherIssue(onIssued: () => Promise<unknown>) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const issuePaper = useCallback(
    async (input: IssueVoucherMutationVariables['input']) =>
      (await sendCommand(IssueVoucherDocument, { schoolId, input }, { changesNothing: true })).issueVoucher,
    [sendCommand, schoolId],
  )
  return usePaperIssue({ pdf: 'refund', choiceOf, issuePaper, Printed: PrintedVoucher }, onIssued)
}

const choiceOf = (refundId: string) => ({ refundId })

function VoucherPaper({ voucher }: { voucher: VoucherPaperFragment }) {
  return (
    <>
      <GlobalStyle css={receiptCss} />
      {refundSheet(voucher)}
    </>
  )
}

function PrintedVoucher({ paper, onDone }: { paper: VoucherPaperFragment; onDone: () => void }) {
  return (
    <PrintSheet page={receiptPrintPage} onDone={onDone}>
      <VoucherPaper voucher={paper} />
    </PrintSheet>
  )
}
