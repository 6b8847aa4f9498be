import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { Fragment } from 'react'
import { schoolDay, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { formatPending } from '../../pending.rules.ts'
import type { PendingFeesQuery } from './pending.graphql.ts'
import { groupBySection, sumPending } from './groupBySection.ts'

type Row = PendingFeesQuery['pendingFees']['rows'][number]

const pageCss = 'A4 portrait; margin: 12mm'

/** Class names instead of inline styles, because there may be 5,000 rows. */
const styles = `
  .pending { color: #000; font-size: 9pt; line-height: 1.35; }
  .pending header { display: flex; justify-content: space-between; gap: 8mm; margin-bottom: 4mm; }
  .pending h1 { font-size: 14pt; margin: 0; }
  .pending p { margin: 0; }
  .pending table { width: 100%; border-collapse: collapse; }
  .pending th, .pending td { padding: 1mm 1.5mm; text-align: left; vertical-align: top; border-bottom: 0.2mm solid #bbb; }
  .pending thead th { border-bottom: 0.4mm solid #000; }
  .pending .money { text-align: right; white-space: nowrap; }
  .pending tr { break-inside: avoid; }
  .pending .section th { padding-top: 3mm; font-size: 10pt; break-after: avoid; }
  .pending .sum td { font-weight: 600; }
  .pending .all td { font-weight: 700; border-top: 0.4mm solid #000; border-bottom: 0; }
`

/** The printed list of students with pending fees, by section with sums. Prints as soon as it is rendered. */
export function PendingSheet({ rows, filterText, onDone }: { rows: readonly Row[]; filterText: string; onDone: () => void }) {
  const { school, term } = useActiveSchool()
  const all = sumPending(rows)
  return (
    <PrintSheet onDone={onDone} page={pageCss}>
      <GlobalStyle css={styles} />
      <div className="pending">
        <header>
          <div>
            <h1>
              <Trans>Pending Fees</Trans>
            </h1>
            <p>{`${school.name} · ${term?.name ?? ''}`}</p>
          </div>
          <div className="money">
            <p>{t`As of ${showDay(schoolDay(new Date()))}`}</p>
            <p>{filterText}</p>
          </div>
        </header>
        <table>
          <thead>
            <tr>
              <th>
                <Trans>Roll</Trans>
              </th>
              <th>
                <Trans>Name</Trans>
              </th>
              <th>
                <Trans>Register no.</Trans>
              </th>
              <th>
                <Trans>Phone</Trans>
              </th>
              <th>
                <Trans>Due since</Trans>
              </th>
              <th>
                <Trans>Months pending</Trans>
              </th>
              <th className="money">
                <Trans context="money">Clearing</Trans>
              </th>
              <th className="money">
                <Trans>Pending</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {groupBySection(rows).map((section) => (
              <Fragment key={section.sectionName}>
                <tr className="section">
                  <th colSpan={8}>{section.sectionName}</th>
                </tr>
                {section.rows.map((row) => (
                  <tr key={row.studentId}>
                    <td>{row.roll}</td>
                    <td>{row.disabled ? t`${row.name} (disabled)` : row.name}</td>
                    <td>{row.registerNo}</td>
                    <td>{row.phone}</td>
                    <td>{showDay(row.dueSince)}</td>
                    <td>{formatPending(row)}</td>
                    <td className="money">{row.clearing === 0 ? '' : showMoney(row.clearing)}</td>
                    <td className="money">{showMoney(row.pending)}</td>
                  </tr>
                ))}
                <Sum
                  className="sum"
                  label={`${section.sectionName}: ${plural(section.rows.length, { one: '# student', other: '# students' })}`}
                  owed={section}
                />
              </Fragment>
            ))}
            <Sum className="all" label={t`All: ${plural(rows.length, { one: '# student', other: '# students' })}`} owed={all} />
          </tbody>
        </table>
      </div>
    </PrintSheet>
  )
}

function Sum({ className, label, owed }: { className: string; label: string; owed: { pending: number; clearing: number } }) {
  return (
    <tr className={className}>
      <td colSpan={6}>{label}</td>
      <td className="money">{owed.clearing === 0 ? '' : showMoney(owed.clearing)}</td>
      <td className="money">{showMoney(owed.pending)}</td>
    </tr>
  )
}
