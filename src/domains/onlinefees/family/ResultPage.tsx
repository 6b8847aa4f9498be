import { useEffect, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { showAccent } from './accent.ts'
import { keptFamily } from './address.ts'
import type { OrderFragment } from './family.graphql.ts'
import { FailurePage, Frame, Sentence, useTitle } from './Frame.tsx'
import { type OrderWatch, useOrder } from './useOrder.ts'
import { feeName, resultWords, shownResult, since } from './words.ts'

interface Props {
  /** What the address says. */
  result: string
  /** The server's reference of the order; its state is what counts. */
  orderRef: string | null
}

/** After the gateway: what happened, the receipts, and what to do next. */
export function ResultPage({ result, orderRef }: Props) {
  const watch = useOrder(orderRef)
  const { order, failure } = watch
  if (orderRef !== null && order === null && failure?.isFinal)
    return (
      <Frame>
        {failure.code === 'NOT_FOUND' ? (
          <Sentence title="This payment is not known here">
            Please open the link in the SMS: it shows what was paid and what is still due.
          </Sentence>
        ) : (
          <FailurePage failure={failure} onRetry={watch.askNow} />
        )}
      </Frame>
    )
  // Until the server has answered, nothing that the address says is repeated.
  const shown = orderRef !== null && order === null ? 'checking' : shownResult(result, order)
  return <Result shown={shown} order={order} watch={watch} />
}

const signs = { ok: '✓', bad: '!', quiet: '·' } as const

interface ResultProps {
  shown: string
  order: OrderFragment | null
  watch: OrderWatch
}

function Result({ shown, order, watch }: ResultProps) {
  const { title, sentences, tone } = resultWords(shown)
  const checking = shown === 'checking'
  const paid = order?.state === 'SUCCESS'
  const [kept] = useState(keptFamily)
  const long = useLong(checking)
  const accent = order ? order.accent : (kept?.accent ?? null)
  useTitle(title)
  useEffect(() => showAccent(accent), [accent])
  const school = order ? { name: order.schoolName, logoUrl: order.logoUrl } : kept
  return (
    <Frame {...(school ? { school } : {})}>
      <section className={`card result tone-${tone}`} aria-live="polite">
        <span className={checking ? 'sign busy' : 'sign'} aria-hidden="true">
          {checking ? '' : signs[tone]}
        </span>
        <h1>{title}</h1>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {order && (paid ? <p className="paid money">{showMoney(order.payable)}</p> : <Amount order={order} />)}
        {checking && long && (
          <p className="quiet">
            Some banks take an hour. You may close this page: the payment is booked by itself as soon as the bank confirms it, and
            the link in the SMS shows it.
          </p>
        )}
        {checking && watch.failure && <p className="quiet">{watch.failure.message} We go on asking.</p>}
      </section>
      {order && paid && (
        <>
          <Receipts order={order} />
          <h2 className="more">What was paid</h2>
          <section className="card">
            <Amount order={order} />
          </section>
        </>
      )}
      {kept !== null && (
        <a className={paid || checking ? 'button secondary back-to-fees' : 'button primary back-to-fees'} href={kept.path}>
          Back to the fees
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
      <div>
        <dt>Service charge 2%</dt>
        <dd className="money">{showMoney(order.charge)}</dd>
      </div>
      <div>
        <dt>GST 18% of the service charge</dt>
        <dd className="money">{showMoney(order.gst)}</dd>
      </div>
      <div className="strong">
        <dt>{order.state === 'SUCCESS' ? 'Paid' : 'Amount'}</dt>
        <dd className="money">{showMoney(order.payable)}</dd>
      </div>
      <div>
        <dt className="quiet">Payment begun</dt>
        <dd className="quiet">{since(order.createdAt, new Date())}</dd>
      </div>
      {order.state !== 'SUCCESS' && order.message && (
        <div>
          <dt className="quiet">The gateway says</dt>
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
        {receipts.length === 1 ? 'Your receipt' : 'Your receipts'}
      </h2>
      {receipts.length === 0 && <p className="note">Please ask the school for the receipt.</p>}
      <ul className="children">
        {receipts.map(({ number, amount, studentName, url }) => (
          <li key={number} className="card receipt-row">
            <span className="who">
              <strong>{studentName}</strong>
              <span className="quiet">{number}</span>
              <span className="quiet money">{showMoney(amount)}</span>
            </span>
            <a className="button secondary" href={url} download aria-label={`Download receipt ${number} of ${studentName}`}>
              Download
            </a>
          </li>
        ))}
      </ul>
      <p className="quiet">
        Keep the receipt; the school has it too. You can close this page. The link in the SMS shows what is due next.
      </p>
    </section>
  )
}

/** Whether something has lasted longer than people expect. */
function useLong(lasting: boolean): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!lasting) return undefined
    const timer = setTimeout(() => setLong(true), 45_000)
    return () => clearTimeout(timer)
  }, [lasting])
  return long
}
