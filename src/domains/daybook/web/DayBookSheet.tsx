import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { showDay, showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { type Book, type BookTable, daySums, memoLines, memoTables, moneyTables, showCell } from './dayBookTables.ts'
import { signedAmountInWords } from './signedAmountInWords.ts'

const pageCss = 'A4 portrait; margin: 12mm'

const styles = `
  .daybook { color: #000; font-size: 8.5pt; line-height: 1.3; }
  .daybook header { display: flex; justify-content: space-between; gap: 8mm; border-bottom: 0.4mm solid #000; padding-bottom: 2mm; }
  .daybook h1 { font-size: 14pt; margin: 0; }
  .daybook h2 { font-size: 9.5pt; margin: 3.5mm 0 0.5mm; }
  .daybook p { margin: 0; }
  .daybook .right { text-align: right; white-space: nowrap; }
  .daybook table { width: 100%; border-collapse: collapse; }
  .daybook th, .daybook td { padding: 0.7mm 1.5mm; text-align: left; vertical-align: top; border-bottom: 0.2mm solid #bbb; }
  .daybook th.right, .daybook td.right { text-align: right; }
  .daybook .memo td.right { white-space: normal; }
  .daybook tfoot td { font-weight: 700; border-top: 0.3mm solid #000; border-bottom: 0; }
  .daybook tr, .daybook .sums, .daybook .signs { break-inside: avoid; }
  .daybook h2 { break-after: avoid; }
  .daybook .sums { margin-top: 3mm; }
  .daybook table.sums { table-layout: fixed; }
  .daybook .sums td { font-size: 10.5pt; font-weight: 700; border: 0.2mm solid #777; }
  .daybook .sums small { display: block; font-size: 8pt; font-weight: 400; }
  .daybook .words { margin-top: 1.5mm; }
  .daybook .two { display: grid; grid-template-columns: 1fr 1fr; column-gap: 8mm; }
  .daybook .signs { display: flex; justify-content: space-between; margin-top: 14mm; }
  .daybook .signs span { border-top: 0.2mm solid #000; padding-top: 1mm; width: 50mm; text-align: center; }
`

/** The day book page on paper. Prints as soon as it is rendered. */
export default function DayBookSheet({ book, onDone }: { book: Book; onDone: () => void }) {
  const { school, term, viewer } = useActiveSchool()
  const [clerks, accounts, expenses, refunds] = moneyTables(book)
  return (
    <PrintSheet onDone={onDone} page={pageCss}>
      <GlobalStyle css={styles} />
      <div className="daybook">
        <header>
          <div>
            <h1>{t`Day Book, ${showDay(book.day)}`}</h1>
            <p>{`${school.name} · ${term?.name ?? ''}`}</p>
          </div>
          <p className="right">{t`Printed by ${viewer.name}, ${showMoment(new Date())}`}</p>
        </header>
        <table className="sums">
          <tbody>
            <tr>
              {daySums(book).map(({ label, sign, amount }) => (
                <td key={label} className="right">
                  <small>{`${sign} ${label}`}</small>
                  {showMoney(amount)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
        <p className="words">{t`Collected: ${signedAmountInWords(book.collected)}`}</p>
        <p>{t`Closing: ${signedAmountInWords(book.closing)}`}</p>
        {clerks && <TableSection table={clerks} />}
        {accounts && <TableSection table={accounts} />}
        {refunds && <TableSection table={refunds} />}
        <div className="two">
          <div>{expenses && <TableSection table={expenses} />}</div>
          <div>
            <h2>
              <Trans>Receipts and memo</Trans>
            </h2>
            <table className="memo">
              <tbody>
                {memoLines(book).map(({ label, value }) => (
                  <tr key={label}>
                    <td>{label}</td>
                    <td className="right">{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
        {memoTables(book).map((table) => (
          <TableSection key={table.title} table={table} />
        ))}
        <div className="signs">
          <span>
            <Trans>Clerk</Trans>
          </span>
          <span>
            <Trans>Head</Trans>
          </span>
        </div>
      </div>
    </PrintSheet>
  )
}

function TableSection({ table: { title, head, right, rows, keys, sum, emptyText } }: { table: BookTable }) {
  const side = (index: number) => (right.includes(index) ? 'right' : '')
  return (
    <>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p>{emptyText}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {head.map((word, index) => (
                <th key={word} className={side(index)}>
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowIndex) => (
              <tr key={keys?.[rowIndex] ?? row.join('\n')}>
                {row.map((cell, index) => (
                  <td key={head[index]} className={side(index)}>
                    {showCell(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {sum && (
            <tfoot>
              <tr>
                {sum.map((cell, index) => (
                  <td key={head[index]} className={side(index)}>
                    {showCell(cell)}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </>
  )
}
