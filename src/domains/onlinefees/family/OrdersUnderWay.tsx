import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useContext, useEffect, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { resultByState } from '../onlinefees.rules.ts'
import { resultPath } from './address.ts'
import { GiveUpOrderDocument, type OrderFragment } from './family.graphql.ts'
import { NavigateContext } from './navigation.ts'
import type { Family } from './selection.ts'
import { request, failureOf } from './request.ts'
import type { FamilyState } from './useFamily.ts'
import { useOrder } from './useOrder.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { showTime } from './texts.ts'

interface Props {
  hash: string
  family: Family
  reload: FamilyState['reload']
}

/** Shows the family's undecided payments, each with a button to report that it was not paid. */
export function OrdersUnderWay({ hash, family, reload }: Props) {
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <>
      {family.underWay.map((order) => (
        <UnderWay key={order.ref} hash={hash} known={order} reload={reload} onNotice={setNotice} />
      ))}
      {notice !== null && (
        <p className="note" role="status">
          {notice}
        </p>
      )}
    </>
  )
}

interface UnderWayProps {
  hash: string
  known: OrderFragment
  reload: FamilyState['reload']
  onNotice: (text: string) => void
}

function UnderWay({ hash, known, reload, onNotice }: UnderWayProps) {
  const go = useContext(NavigateContext)
  const { order } = useOrder(known.ref, known)
  const [asking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<string | null>(null)
  const { ref, payable, createdAt, children } = known
  const state = order?.state ?? known.state

  useEffect(() => {
    // Whoever gives up learns it here, also when a poll knows it before the answer has come.
    if (!asking && state !== known.state) go(resultPath(resultByState[state], ref))
  }, [asking, state, known.state, ref, go])

  const giveUp = async () => {
    setAsking(true)
    setAnswer(null)
    try {
      const { giveUpOrder } = await request(GiveUpOrderDocument, { hash, ref })
      if (giveUpOrder.state === 'CREATED') {
        setAnswer(t`The bank is still working on this payment. Please wait until it is decided.`)
      } else if (giveUpOrder.state === 'CANCEL') {
        onNotice(t`The payment of ${showMoney(payable)} was cancelled. You can pay now.`)
        await reload()
      } else go(resultPath(resultByState[giveUpOrder.state], ref))
    } catch (error) {
      setAnswer(failureOf(error).message)
    } finally {
      setAsking(false)
    }
  }

  if (known.needsSchool)
    return (
      <section className="card under-way" aria-label={t`Payment at the school`}>
        <p>
          <strong>
            <Trans>
              Money may have arrived from your payment of {showMoney(payable)} from {showTime(createdAt, new Date())}. The school
              is looking at it.
            </Trans>
          </strong>
        </p>
        <p className="quiet">
          <Trans>
            For {joinWithAnd(children)}. These fees cannot be paid again until the school has settled it. If you have a question,
            please ask the school.
          </Trans>
        </p>
      </section>
    )
  return (
    <section className="card under-way" aria-label={t`Payment being checked`}>
      <p>
        <strong>
          <Trans>
            We are checking your payment of {showMoney(payable)} from {showTime(createdAt, new Date())}. Please do not pay again.
          </Trans>
        </strong>
      </p>
      <p className="quiet">
        <Trans>
          For {joinWithAnd(children)}. This page shows the result as soon as the bank has decided. If no money has left your
          account, tell us:
        </Trans>
      </p>
      <button type="button" className="secondary" disabled={asking} onClick={() => void giveUp()}>
        {asking ? t`Asking the bank…` : t`I did not pay`}
      </button>
      <p role="status">{answer}</p>
    </section>
  )
}
