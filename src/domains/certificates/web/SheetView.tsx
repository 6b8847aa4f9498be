import '#ui/paperFonts.css'
import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useEffect, useRef, useState } from 'react'
import { type CertificatePaper, certificateCss, certificateSheet } from '../certificateSheet.ts'

/** A millimetre in CSS pixels. */
const mm = 96 / 25.4
const [paperWidth, paperHeight, margin] = [210 * mm, 297 * mm, 12 * mm]

/** The fonts of the PDF. */
export const paperFonts = '"Noto Sans Devanagari", "Paper Latin", system-ui, sans-serif'

const styles = (
  <GlobalStyles
    styles={`${certificateCss}
.certificate { font-family: ${paperFonts}; }
.lc-page .certificate { width: ${paperWidth}px; max-width: none; min-height: ${paperHeight}px; padding: ${margin}px; }
/* A mark that is no text: it is said beside the paper. */
.lc-page-preview .certificate { overflow: hidden; }
.lc-page-preview .certificate::after { content: "PREVIEW"; position: absolute; inset: 0; display: flex; align-items: center; justify-content: center; color: rgb(0 0 0 / 16%); font-size: 88pt; font-weight: 600; letter-spacing: 0.06em; pointer-events: none; transform: rotate(-35deg); }
`}
  />
)

export interface SheetViewProps {
  paper: CertificatePaper
  /** It is none yet: PREVIEW stands across it. */
  preview?: boolean
}

/**
 * The paper as it is printed, on screen: an A4 at its true proportions, as large as there is room. A longer one is one long page here;
 * how many pages it takes is said below.
 */
export function SheetView({ paper, preview = false }: SheetViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const [pages, setPages] = useState(1)
  useEffect(() => {
    const [room, drawn] = [place.current, sheet.current?.firstElementChild]
    if (!room || !(drawn instanceof HTMLElement)) return
    const watch = new ResizeObserver(() => {
      setScale(Math.min(1, room.clientWidth / paperWidth))
      setPages(Math.max(1, Math.ceil((drawn.offsetHeight - 2 * margin - 1) / (paperHeight - 2 * margin))))
    })
    watch.observe(room)
    watch.observe(drawn)
    return () => watch.disconnect()
  }, [])
  return (
    <Box ref={place} sx={{ width: '100%', minWidth: 0 }}>
      {styles}
      <Box
        ref={sheet}
        className={preview ? 'lc-page lc-page-preview' : 'lc-page'}
        sx={{ zoom: scale, width: paperWidth, mx: 'auto', boxShadow: 3 }}
      >
        {certificateSheet(paper)}
      </Box>
      {pages > 1 && (
        <Box sx={{ mt: 1, textAlign: 'center', color: 'text.secondary', fontSize: 14 }}>{`Takes about ${pages} pages of A4`}</Box>
      )}
    </Box>
  )
}

/** The upper part of a paper, small, so that layouts are told apart at a glance; it says nothing to a reader of the screen. */
export function SheetThumb({ paper, height = 180 }: { paper: CertificatePaper; height?: number }) {
  return (
    <Box aria-hidden inert sx={{ height, overflow: 'hidden', bgcolor: '#fff', borderBottom: 1, borderColor: 'divider' }}>
      {styles}
      <Box className="lc-page" sx={{ zoom: 0.4, width: paperWidth, mx: 'auto' }}>
        {certificateSheet(paper)}
      </Box>
    </Box>
  )
}
