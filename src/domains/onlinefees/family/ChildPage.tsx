import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { showMoney } from '#shared/money.ts'
import { Face } from './Face.tsx'
import { familyPath } from './address.ts'
import { sectionAndRoll } from './ChildrenPage.tsx'
import { FamilyReceipts } from './FamilyReceipts.tsx'
import { FeeList } from './FeeList.tsx'
import { Frame, useTitle } from './Frame.tsx'
import { useLink } from './navigation.ts'
import { type Payer, type PayerProblems, payerProblems, plainPhone, storedPayer, storePayer } from './payer.ts'
import { focusFirst, PayerFields } from './PayerFields.tsx'
import {
  type Child,
  type Selection,
  selectDueFees,
  type Family,
  selectionByChild,
  priceOfSelection,
  undecidedNames,
  keepSelectable,
  toggleFee,
  addDueFees,
} from './selection.ts'
import type { Failure } from './request.ts'
import { OrdersUnderWay } from './OrdersUnderWay.tsx'
import type { FamilyState } from './useFamily.ts'
import { usePayment } from './usePayment.ts'

interface Props {
  hash: string
  family: Family
  child: Child
  reload: FamilyState['reload']
}

/** Shows a child's fees, their price, the payer form and the pay button. */
export function ChildPage({ hash, family, child, reload }: Props) {
  const link = useLink()
  const { school, children } = family
  const [chosen, setChosen] = useState(() => initialSelection(family, child))
  // Kept here because the form is unmounted while no fee is ticked.
  const [payer, setPayer] = useState(() => storedPayer(family.payerPhone))
  useTitle(t`Fees of ${child.name}`)

  const seen = useRef(family)
  useEffect(() => {
    if (seen.current === family) return
    seen.current = family
    setChosen((before) => {
      const kept = keepSelectable(family.children, before)
      return kept.size > 0 ? kept : initialSelection(family, child)
    })
  }, [family, child])

  const others = children.filter(({ id, fees }) => id !== child.id && fees.length > 0)
  const canPay = family.payingOff === null && children.some(({ fees }) => fees.some(({ payable }) => payable))
  const list = {
    children,
    chosen: canPay ? chosen : emptySelection,
    disabled: !canPay,
    onToggle: (name: string) => setChosen((before) => toggleFee(before, name)),
  }
  return (
    <Frame school={school} wide>
      <nav>
        <a className="back" {...link(familyPath(hash))}>
          <span aria-hidden="true">‹ </span>
          {children.length > 1 ? t`All children` : t`Back`}
        </a>
      </nav>
      <div className="child-head">
        <Face name={child.name} />
        <div className="who">
          <h1>{child.name}</h1>
          <p className="lead">
            <Trans>
              {sectionAndRoll(child)} · term {family.termName}
            </Trans>
          </p>
        </div>
      </div>
      {!canPay && (family.payingOff !== null || child.fees.length > 0) && (
        <p className="note">{family.payingOff ?? t`None of these fees can be paid online now.`}</p>
      )}
      <OrdersUnderWay hash={hash} family={family} reload={reload} />
      <div className="columns">
        <div>
          <section className="card" aria-labelledby="own-fees">
            <h2 id="own-fees">
              <Trans>Fees</Trans>
            </h2>
            <FeeList child={child} {...list} />
          </section>
          {others.length > 0 && (
            <h2 className="more">
              <Trans>Add fees of your other children</Trans>
            </h2>
          )}
          {others.map((other) => (
            <section key={other.id} className="card" aria-labelledby={`child-${other.id}`}>
              <h3 id={`child-${other.id}`}>
                <Face name={other.name} small />
                {other.name} <span className="quiet">{sectionAndRoll(other)}</span>
              </h3>
              {canPay && <AddDue child={other} family={family} chosen={chosen} onAdd={setChosen} />}
              <FeeList child={other} {...list} />
            </section>
          ))}
        </div>
        {canPay && chosen.size > 0 && (
          <PayForm hash={hash} family={family} chosen={chosen} payer={payer} onPayer={setPayer} reload={reload} />
        )}
        {canPay && chosen.size === 0 && (
          <p className="note">
            <Trans>Tick the fees you want to pay.</Trans>
          </p>
        )}
      </div>
      <FamilyReceipts hash={hash} receipts={family.receipts} />
    </Frame>
  )
}

const emptySelection: Selection = new Set()

/** Selects nothing while a payment is being checked, so that nobody pays twice by mistake. */
function initialSelection(family: Family, child: Child): Selection {
  return family.underWay.length > 0 ? emptySelection : selectDueFees(child)
}

/** Adds all due fees of another child. Renders nothing for a single fee, which is ticked as quickly. */
function AddDue({
  child,
  family,
  chosen,
  onAdd,
}: {
  child: Child
  family: Family
  chosen: Selection
  onAdd: (next: Selection) => void
}) {
  const next = addDueFees(family.children, chosen, child)
  if (next.size < chosen.size + 2) return null
  const added = new Set([...next].filter((name) => !chosen.has(name)))
  return (
    <button type="button" className="secondary add" onClick={() => onAdd(next)}>
      <Trans>Add all due, {showMoney(priceOfSelection([child], added, 0).fees)}</Trans>
    </button>
  )
}

type PayFormProps = Pick<Props, 'hash' | 'family' | 'reload'> & {
  chosen: Selection
  payer: Payer
  onPayer: (change: (before: Payer) => Payer) => void
}

function PayForm({ hash, family, chosen, payer, onPayer, reload }: PayFormProps) {
  const [problems, setProblems] = useState<PayerProblems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { sending, send } = usePayment(hash, family.school, () => void reload())
  const { chargePercent, chargeBearer } = family.school
  const price = priceOfSelection(family.children, chosen, chargePercent)
  const doubtful = undecidedNames(family.children, chosen)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const plain: Payer = { ...payer, phone: plainPhone(payer.phone) }
    const invalid = payerProblems(plain)
    setProblems(invalid)
    setRefusal(null)
    onPayer(() => plain)
    if (Object.keys(invalid).length > 0) return focusFirst(form.current, invalid)
    storePayer(plain)
    const failure = await send({ students: selectionByChild(family.children, chosen), payable: price.payable, payer: plain })
    if (failure) await showFailure(failure)
  }

  const showFailure = async (failure: Failure) => {
    const fieldProblems: PayerProblems = {}
    for (const { path, message } of failure.problems) {
      const field = (['name', 'phone', 'email'] as const).find((name) => path.endsWith(`payer.${name}`))
      if (field) fieldProblems[field] = message
    }
    setProblems(fieldProblems)
    if (Object.keys(fieldProblems).length > 0) return focusFirst(form.current, fieldProblems)
    setRefusal(failure.code === 'OFFLINE' ? noAnswerMessage : failure.message)
    if (failure.code !== 'OFFLINE') await reload()
  }

  const change = (field: keyof Payer, text: string) => {
    onPayer((before) => ({ ...before, [field]: text }))
    setProblems((before) => ({ ...before, [field]: undefined }))
  }

  return (
    <form ref={form} className="pay" noValidate onSubmit={(event) => void submit(event)} aria-label={t`Payment`}>
      <section className="card">
        <h2>
          <Trans>To pay</Trans>
        </h2>
        <dl className="price">
          <Line name={t`Total of the fees`} amount={price.fees} />
          {chargePercent > 0 && (
            <>
              <Line name={t`Service charge ${chargePercent}%`} amount={price.charge} />
              <Line name={t`GST 18% of the service charge`} amount={price.gst} />
            </>
          )}
          <Line name={t`Payable`} amount={price.payable} strong />
        </dl>
        <p className="quiet">
          {chargeBearer === 'SCHOOL' && <Trans>The school bears the service charge of paying online.</Trans>}
          {chargeBearer === 'FAMILY' && chargePercent > 0 && (
            <Trans>You bear the service charge of paying online. At the school there is none.</Trans>
          )}
        </p>
      </section>
      <section className="card">
        <h2>
          <Trans>Who pays</Trans>
        </h2>
        <PayerFields payer={payer} problems={problems} onChange={change} />
      </section>
      {doubtful.length > 0 && (
        <p className="note bad" role="status">
          <Trans>
            A payment for {joinWithAnd(doubtful)} is still being checked. If you pay again and it arrives after all, one of the
            two is given back.
          </Trans>
        </p>
      )}
      <div className="pay-bar">
        <div role="alert">{refusal !== null && <p className="note bad">{refusal}</p>}</div>
        <button type="submit" className="primary" disabled={sending}>
          {sending ? t`Opening the payment page…` : t`Pay ${showMoney(price.payable)}`}
        </button>
      </div>
      <section aria-labelledby="what-next">
        <h2 id="what-next">
          <Trans>What happens next</Trans>
        </h2>
        <ol className="steps">
          <li>
            <Trans>You pay on the page of the payment gateway, by UPI, card or net banking.</Trans>
          </li>
          <li>
            <Trans>As soon as the bank confirms it, your receipt is here.</Trans>
          </li>
          <li>
            <Trans>
              If money leaves your account and no receipt comes, do not pay again. We ask the bank, and this page shows what it
              says.
            </Trans>
          </li>
        </ol>
      </section>
    </form>
  )
}

const noAnswerMessage = t`No answer came. Please check that your phone is online and press Pay again: it will not be paid twice.`

function Line({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  return (
    <div className={strong ? 'strong' : undefined}>
      <dt>{name}</dt>
      <dd className="money">{showMoney(amount)}</dd>
    </div>
  )
}
