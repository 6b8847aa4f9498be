import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { later } from '#ui/kit/later.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { AccountSection } from '../counter/AccountSection.tsx'
import type { ConcessionFactsFragment, CounterAccountFactsFragment } from '../counter/collectFees.graphql.ts'
import { WithdrawDiscountDocument } from './concessions.graphql.ts'
import { daysText, rateText, scopeText } from './concessionTexts.ts'

const EndConcession = later(async () => ({ default: (await import('./EndConcession.tsx')).EndConcession }))

type ReducedAccount = Pick<CounterAccountFactsFragment, 'concessions' | 'discountRequests'>

/** The concessions of an account, and the discounts that wait for approval or were refused. */
export default function StudentConcessions({ account }: { account: ReducedAccount }) {
  const { concessions, discountRequests } = account
  return (
    <>
      {discountRequests.length > 0 && <Requests account={account} />}
      {concessions.length > 0 && <Given concessions={concessions} />}
    </>
  )
}

function Given({ concessions }: { concessions: readonly ConcessionFactsFragment[] }) {
  const [ending, setEnding] = useState<ConcessionFactsFragment | null>(null)
  return (
    <>
      <AccountSection
        title={t`Concessions`}
        items={concessions.map((concession) => ({
          key: concession.id,
          text: `${concession.kindName} · ${rateText(concession)} · ${showMoney(concession.taken)}`,
          hint: [
            daysText(concession),
            scopeText(concession),
            concession.createdByName,
            concession.reason,
            concession.endedByName,
            concession.endReason,
          ]
            .filter(Boolean)
            .join(' · '),
          actions: (
            <>
              {concession.documentUrl !== null && (
                <Link href={concession.documentUrl} target="_blank" rel="noreferrer">
                  <Trans>Document</Trans>
                </Link>
              )}
              {concession.viewerCan.end.allowed && (
                <Button
                  variant="quiet"
                  size="small"
                  danger
                  onClick={() => setEnding(concession)}
                  aria-label={t`End ${concession.kindName}`}
                >
                  <Trans context="a concession">End</Trans>
                </Button>
              )}
            </>
          ),
        }))}
      />
      {ending && <EndConcession concession={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function Requests({ account }: { account: ReducedAccount }) {
  const { schoolId } = useActiveSchool()
  const [send, sending] = useCommand(WithdrawDiscountDocument, { success: t`The request is withdrawn.` })
  return (
    <AccountSection
      title={t`Discounts asked for`}
      items={account.discountRequests.map((request) => ({
        key: request.id,
        text: `${showMoney(request.amount)} · ${request.feeTitles.join(', ')}`,
        hint:
          request.state === 'REFUSED'
            ? t`Refused by ${request.decidedByName ?? ''}: ${request.decisionReason}`
            : t`Waits for an admin’s approval · ${request.createdByName} · ${request.reason}`,
        actions: request.state === 'WAITING' && request.viewerCan.withdraw.allowed && (
          <Button
            variant="quiet"
            size="small"
            disabled={sending}
            onClick={() => void send((key) => ({ schoolId, input: { key, id: request.id } }))}
          >
            <Trans>Withdraw</Trans>
          </Button>
        ),
      }))}
    />
  )
}
