import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { applyAccent } from './accent.ts'
import { storedReturnTarget } from './address.ts'
import type { OrderFragment } from './family.graphql.ts'
import { FailurePage, Frame, MessageCard, useTitle } from './Frame.tsx'
import { type OrderWatch, useOrder } from './useOrder.ts'
import { feeName, resultMessage, displayedResult, showTime, surplusText } from './texts.ts'

interface Props {
  /** The result in the address. It is not trusted. */
  result: string
  /** The server's reference of the order, whose state decides; null where the address has none. */
  orderInAddress: string | null
}

/** Shows the result of a payment after the gateway, the receipts, and what to do next. */
export function ResultPage({ result, orderInAddress }: Props) {
  // A browser that came back by GET brings nothing: the order that was begun in this tab is shown.
  const [orderRef] = useState(() => orderInAddress ?? (result === 'checking' ? (storedReturnTarget()?.order ?? null) : null))
  const watch = useOrder(orderRef)
  const { order, failure } = watch
  if (orderRef !== null && order === null && failure?.isFinal)
    return (
      <Frame>
        {failure.code === 'NOT_FOUND' ? (
          <MessageCard title={t`This payment is not known here`}>
            <Trans>Please open the link in the SMS. It shows what was paid and what is still due.</Trans>
          </MessageCard>
        ) : (
          <FailurePage failure={failure} onRetry={watch.pollNow} />
        )}
      </Frame>
    )
  // Until the server has answered, the result in the address is not shown.
  const shown = orderRef !== null && order === null ? 'checking' : displayedResult(result, order)
  return <Result shown={shown} order={order} watch={watch} />
}

const icons = { ok: '✓', bad: '!', quiet: '·' } as const

interface ResultProps {
  shown: string
  order: OrderFragment | null
  watch: OrderWatch
}

function Result({ shown, order, watch }: ResultProps) {
  const { title, sentences, tone } = resultMessage(shown)
  const checking = shown === 'checking'
  const paid = order?.state === 'SUCCESS'
  const [returnTarget] = useState(storedReturnTarget)
  const long = useLastsLong(checking)
  const accent = order ? order.accent : (returnTarget?.accent ?? null)
  useTitle(title)
  useEffect(() => applyAccent(accent), [accent])
  const school = order ? { name: order.schoolName, logoUrl: order.logoUrl } : returnTarget
  return (
    <Frame {...(school ? { school } : {})}>
      <section className={`card result tone-${tone}`} aria-live="polite">
        <span className={checking ? 'sign busy' : 'sign'} aria-hidden="true">
          {checking ? '' : icons[tone]}
        </span>
        <h1>{title}</h1>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {order && (paid ? <p className="paid money">{showMoney(order.payable)}</p> : <Amount order={order} />)}
        {order?.surplus.map((surplus) => (
          <p key={surplus.studentName}>{surplusText(surplus)}</p>
        ))}
        {checking && long && (
          <p className="quiet">
            <Trans>
              Some banks take an hour. You may close this page: the payment is booked by itself as soon as the bank confirms it,
              and then the link in the SMS shows it.
            </Trans>
          </p>
        )}
        {checking && watch.failure && (
          <p className="quiet">
            {watch.failure.message} <Trans>We keep checking.</Trans>
          </p>
        )}
      </section>
      {order && paid && (
        <>
          {shown !== 'alreadyPaid' && <Receipts order={order} />}
          <h2 className="more">
            <Trans>What was paid</Trans>
          </h2>
          <section className="card">
            <Amount order={order} />
          </section>
        </>
      )}
      {returnTarget !== null && (
        <a
          className={paid || checking ? 'button secondary back-to-fees' : 'button primary back-to-fees'}
          href={returnTarget.path}
        >
          <Trans>Back to the fees</Trans>
        </a>
      )}
    </Frame>
  )
}

function Amount({ order }: { order: OrderFragment }) {
  return (
    <dl className="price">
      {order.fees.map((fee) => (
        <div key={`${fee.studentName} ${fee.feeName} ${fee.month}`}>
          <dt>
            {feeName(fee.feeName, fee.month)} <span className="quiet">{fee.studentName}</span>
          </dt>
          <dd className="money">{showMoney(fee.amount)}</dd>
        </div>
      ))}
      {order.chargePercent > 0 && (
        <>
          <div>
            <dt>
              <Trans>Service charge {order.chargePercent}%</Trans>
            </dt>
            <dd className="money">{showMoney(order.charge)}</dd>
          </div>
          <div>
            <dt>
              <Trans>GST 18% of the service charge</Trans>
            </dt>
            <dd className="money">{showMoney(order.gst)}</dd>
          </div>
        </>
      )}
      <div className="strong">
        <dt>{order.state === 'SUCCESS' ? t`Paid` : t`Amount`}</dt>
        <dd className="money">{showMoney(order.payable)}</dd>
      </div>
      <div>
        <dt className="quiet">
          <Trans>Payment begun</Trans>
        </dt>
        <dd className="quiet">{showTime(order.createdAt, new Date())}</dd>
      </div>
      {order.state !== 'SUCCESS' && order.message && (
        <div>
          <dt className="quiet">
            <Trans>The gateway says</Trans>
          </dt>
          <dd className="quiet">{order.message}</dd>
        </div>
      )}
    </dl>
  )
}

function Receipts({ order }: { order: OrderFragment }) {
  const { receipts } = order
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts" className="more">
        {receipts.length === 1 ? t`Your receipt` : t`Your receipts`}
      </h2>
      {receipts.length === 0 && (
        <p className="note">
          <Trans>Please ask the school for the receipt.</Trans>
        </p>
      )}
      <ul className="children receipts">
        {receipts.map(({ number, amount, studentName, url }) => (
          <li key={number} className="receipt-row">
            <span className="who">
              <strong>{studentName}</strong>
              <span className="quiet">{number}</span>
              <span className="quiet money">{showMoney(amount)}</span>
            </span>
            <a className="button secondary" href={url} download aria-label={t`Download receipt ${number} of ${studentName}`}>
              <Trans>Download</Trans>
            </a>
          </li>
        ))}
      </ul>
      <p className="quiet">
        <Trans>
          Keep the receipt; the school has it too. You can close this page. The link in the SMS shows what is due next.
        </Trans>
      </p>
    </section>
  )
}

/** Returns true once something has lasted for 45 seconds, which is longer than people expect. */
function useLastsLong(lasting: boolean): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!lasting) return undefined
    const timer = setTimeout(() => setLong(true), 45_000)
    return () => clearTimeout(timer)
  }, [lasting])
  return long
}
