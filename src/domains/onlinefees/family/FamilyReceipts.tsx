import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { receiptPath } from './address.ts'
import type { Family } from './selection.ts'

/** Number of receipts that are always shown. Older ones are collapsed below them. */
const alwaysShown = 3

interface Props extends Pick<Family, 'receipts'> {
  hash: string
}

/** Lists the receipts of a family's children over all terms, to download or print. */
export function FamilyReceipts({ hash, receipts }: Props) {
  if (receipts.length === 0) return null
  const older = receipts.slice(alwaysShown)
  return (
    <section aria-labelledby="family-receipts">
      <h2 id="family-receipts" className="more">
        <Trans>Receipts</Trans>
      </h2>
      <Rows hash={hash} receipts={receipts.slice(0, alwaysShown)} />
      {older.length > 0 && (
        <details className="older">
          <summary>
            <Trans>
              Earlier: <Plural value={older.length} one="# receipt" other="# receipts" />
            </Trans>
          </summary>
          <Rows hash={hash} receipts={older} />
        </details>
      )}
    </section>
  )
}

function Rows({ hash, receipts }: Props) {
  return (
    <ul className="children receipts">
      {receipts.map(({ id, number, amount, studentName, collectedOn, clearing }) => (
        <li key={id} className="receipt-row">
          <span className="who">
            <strong>{studentName}</strong>
            <span className="quiet">
              {showDay(collectedOn)} · {number}
            </span>
            <span className="quiet money">
              {clearing ? t`${showMoney(amount)} · cheque or draft, not cleared yet` : showMoney(amount)}
            </span>
          </span>
          <span className="receipt-actions">
            <a
              className="button secondary"
              href={receiptPath(hash, id)}
              download
              aria-label={t`Download receipt ${number} of ${studentName}`}
            >
              <Trans>Download</Trans>
            </a>
            <a
              className="button secondary"
              href={`${receiptPath(hash, id)}?show`}
              target="_blank"
              rel="noreferrer"
              aria-label={t`Print receipt ${number} of ${studentName}`}
            >
              <Trans>Print</Trans>
            </a>
          </span>
        </li>
      ))}
    </ul>
  )
}
