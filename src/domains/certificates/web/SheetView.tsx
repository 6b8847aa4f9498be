import { t } from '@lingui/core/macro'
import '#ui/paperFonts.css'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { useEffect, useRef, useState } from 'react'
import { type CertificatePaper, certificateCss, certificateSheet } from '../certificateSheet.ts'
import styles from './SheetView.module.css'
import { classes } from '#ui/kit/classes.ts'

/** A millimetre in CSS pixels. */
const mm = 96 / 25.4
const [paperWidth, paperHeight, margin] = [210 * mm, 297 * mm, 12 * mm]

/** The fonts of the PDF. */
export const paperFonts = '"Noto Sans Devanagari", "Paper Latin", system-ui, sans-serif'

const paperStyles = (
  <GlobalStyle
    css={`${certificateCss}
.certificate { font-family: ${paperFonts}; }
.lc-page .certificate { width: ${paperWidth}px; max-width: none; min-height: ${paperHeight}px; padding: ${margin}px; }
/* Not a text node, because the page beside the paper says already that it is a preview. */
.lc-page-preview .certificate { overflow: hidden; }
.lc-page-preview .certificate::after { content: ${JSON.stringify(t`PREVIEW`)}; position: absolute; inset: 0; display: flex; align-items: center; justify-content: center; color: rgb(0 0 0 / 16%); font-size: 88pt; font-weight: 600; letter-spacing: 0.06em; pointer-events: none; transform: rotate(-35deg); }
`}
  />
)

export interface SheetViewProps {
  paper: CertificatePaper
  /** Prints PREVIEW across the paper. */
  preview?: boolean
}

/**
 * Shows a certificate as it is printed: an A4 page in its true proportions, scaled to the available width. A longer
 * certificate is shown as one long page, with the number of pages below.
 */
export function SheetView({ paper, preview = false }: SheetViewProps) {
  const container = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const [pages, setPages] = useState(1)
  useEffect(() => {
    const [outer, article] = [container.current, sheet.current?.firstElementChild]
    if (!outer || !(article instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => {
      setScale(Math.min(1, outer.clientWidth / paperWidth))
      setPages(Math.max(1, Math.ceil((article.offsetHeight - 2 * margin - 1) / (paperHeight - 2 * margin))))
    })
    observer.observe(outer)
    observer.observe(article)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={container} className={styles.box}>
      {paperStyles}
      <div
        ref={sheet}
        className={classes('lc-page', preview && 'lc-page-preview', styles.sheet)}
        style={{ zoom: scale, width: paperWidth }}
      >
        {certificateSheet(paper)}
      </div>
      {pages > 1 && <div className={styles.hint}>{t`Takes about ${pages} pages of A4`}</div>}
    </div>
  )
}

/** A thumbnail of a paper's upper part, hidden from screen readers. */
export function SheetThumb({ paper, height = 180 }: { paper: CertificatePaper; height?: number }) {
  return (
    <div aria-hidden inert className={styles.thumb} style={{ height }}>
      {paperStyles}
      <div className={classes('lc-page', styles.small)} style={{ width: paperWidth }}>
        {certificateSheet(paper)}
      </div>
    </div>
  )
}
