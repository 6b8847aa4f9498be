import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoney, sumMoney } from '#shared/money.ts'
import { Face } from './Face.tsx'
import { childPath } from './address.ts'
import { FamilyReceipts } from './FamilyReceipts.tsx'
import { Frame, MessageCard, useTitle } from './Frame.tsx'
import { useLink } from './navigation.ts'
import type { Child, Family } from './selection.ts'
import { OrdersUnderWay } from './OrdersUnderWay.tsx'
import type { FamilyState } from './useFamily.ts'

interface Props {
  hash: string
  family: Family
  reload: FamilyState['reload']
}

/** Lists the children of the family with the amounts due. Each leads to the child's fees. */
export function ChildrenPage({ hash, family, reload }: Props) {
  const link = useLink()
  const { school, children } = family
  useTitle(t`School fees – ${school.name}`)
  if (children.length === 0)
    return (
      <Frame school={school}>
        <MessageCard title={t`No children found`}>
          {family.hasLaterChild
            ? laterChildText()
            : t`No child of this term is registered with the phone ${family.phone}. Please ask the school.`}
        </MessageCard>
      </Frame>
    )
  const due = sumMoney(children.map((child) => child.due))
  const held = sumMoney(children.map((child) => child.held))
  return (
    <Frame school={school}>
      <h1>
        <Trans>School fees</Trans>
      </h1>
      {family.payingOff === null ? (
        <p className="lead">
          {due > 0
            ? t`Choose a child to see the fees and pay.`
            : held > 0
              ? t`A payment is being checked. Nothing else is due now.`
              : t`Nothing is due now. You can see the fees of each child.`}
        </p>
      ) : (
        <p className="note">{family.payingOff}</p>
      )}
      {family.hasLaterChild && <p className="note">{laterChildText()}</p>}
      <OrdersUnderWay hash={hash} family={family} reload={reload} />
      <ul className="children">
        {children.map((child) => (
          <li key={child.id}>
            <a className="card child" {...link(childPath(hash, family, child.id))}>
              <Face name={child.name} />
              <span className="who">
                <strong>{child.name}</strong>
                <span className="quiet">{sectionAndRoll(child)}</span>
              </span>
              <ChildDue child={child} />
            </a>
          </li>
        ))}
      </ul>
      <FamilyReceipts hash={hash} receipts={family.receipts} />
      <p className="quiet foot">
        <Trans>
          Term {family.termName} · link for the phone {family.phone}
        </Trans>
      </p>
    </Frame>
  )
}

const laterChildText = () =>
  t`Another child is listed with this number since this link was made. Please ask the school for a new link to see their fees.`

function ChildDue({ child: { due, pending, held } }: { child: Child }) {
  return (
    <span className="due">
      {due > 0 ? (
        <>
          <strong className="money">{showMoney(due)}</strong>
          <span className="quiet">
            <Trans>to pay now</Trans>
          </span>
        </>
      ) : (
        held === 0 && <span className="quiet">{pending > 0 ? t`Nothing due now` : t`Nothing to pay`}</span>
      )}
      {due === 0 && pending > 0 && (
        <span className="quiet money">
          <Trans>{showMoney(pending)} later</Trans>
        </span>
      )}
      {held > 0 && (
        <span className="quiet">
          <Trans>
            <span className="money">{showMoney(held)}</span> being checked
          </Trans>
        </span>
      )}
    </span>
  )
}

/** Returns `7-B · roll 12`. */
export function sectionAndRoll({ sectionName, roll }: Pick<Child, 'sectionName' | 'roll'>): string {
  return roll === '' ? sectionName : t`${sectionName} · roll ${roll}`
}
