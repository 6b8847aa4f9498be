import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useCommand } from '#ui/useCommand.ts'
import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { LookList } from './LookList.tsx'
import { type GatewayNoticeFactsFragment, MarkNoticeSeenDocument } from './look.graphql.ts'
import { Button } from '#ui/kit/Button.tsx'

/** Lists refunds and chargebacks that the gateway has told of, until somebody has seen them. */
export function GatewayNotices({ rows }: { rows: readonly GatewayNoticeFactsFragment[] }) {
  const { schoolId } = useActiveSchool()
  const [markSeen, marking] = useCommand(MarkNoticeSeenDocument, { success: t`Marked as seen` })
  return (
    <LookList
      title={t`Refunds and chargebacks at the gateway`}
      fileName="refunds-and-chargebacks"
      context={t`The gateway tells of them. Nothing was changed here: receipts stand, and fees can be paid as before.`}
      items={rows.map((notice) => ({
        key: notice.id,
        title: `${showMoney(notice.amount ?? notice.payable)} · ${notice.payerName}`,
        meaning: noticeMeaning(notice),
        hint: [
          showMoment(notice.arrivedAt),
          notice.payerPhone,
          notice.gatewayReference && t`gateway reference ${notice.gatewayReference}`,
          notice.txnid,
        ]
          .filter(Boolean)
          .join(' · '),
        actions: notice.viewerCan.see.allowed && (
          <Button
            size="small"
            disabled={marking}
            onClick={() => void markSeen({ schoolId, input: { id: notice.id } })}
            aria-label={t`Mark as seen: ${notice.payerName}, ${notice.reference}`}
          >
            <Trans>Mark as seen</Trans>
          </Button>
        ),
      }))}
    />
  )
}

function noticeMeaning({ kind, reference, status }: GatewayNoticeFactsFragment): string {
  const word = [reference, status].filter(Boolean).join(', ')
  return kind === 'REFUND'
    ? t`A refund at the gateway (${word}). If the school has given this money back, note it: delete the receipt, or settle the money without a fee.`
    : t`The payer’s bank asks for this money back (${word}). Answer it in the gateway’s own pages, and delete the receipt only once the money is gone.`
}
