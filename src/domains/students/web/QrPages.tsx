import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import type { QrPath } from '#shared/qrCode.ts'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { splitIntoPages, qrName, qrPerPage, qrPerRow } from '../students.rules.ts'
import type { QrSheetQuery } from './students.graphql.ts'

export type QrStudent = QrSheetQuery['qrSheet'][number] & { code: QrPath }

const qrSide = 23

const pageCss = 'A4 portrait; margin: 8mm'

/**
 * Styles of the A4 pages with 49 codes each. A global style sheet, because styles per cell are slow for 5,000 cells.
 */
const styles = `
  .qr-page { display: grid; grid-template-columns: repeat(${qrPerRow}, 1fr); grid-auto-rows: 39.5mm; break-after: page; break-inside: avoid; }
  .qr-page:last-child { break-after: auto; }
  .qr-cell { text-align: center; overflow: hidden; font-size: 7pt; line-height: 1.2; color: #000; }
  .qr-cell svg { width: ${qrSide}mm; height: ${qrSide}mm; display: block; margin: 1mm auto 0.5mm; }
  .qr-cell b { display: block; font-weight: 600; overflow-wrap: anywhere; }
`

/** Prints the QR sheet as soon as it is laid out: name, class and roll under each code. */
export function QrPages({ students, onDone }: { students: readonly QrStudent[]; onDone: () => void }) {
  return (
    <PrintSheet onDone={onDone} page={pageCss}>
      <GlobalStyle css={styles} />
      {splitIntoPages(students, qrPerPage).map((page) => (
        <div className="qr-page" key={page[0]?.id}>
          {page.map(({ id, name, roll, className, sectionName, code }) => (
            <div className="qr-cell" key={id}>
              <svg viewBox={`0 0 ${code.size} ${code.size}`} shapeRendering="crispEdges" aria-hidden>
                <path d={code.path} />
              </svg>
              <b>{qrName(name)}</b>
              {`${className}-${sectionName} · ${roll}`}
            </div>
          ))}
        </div>
      ))}
    </PrintSheet>
  )
}
