import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'

export interface PrintSheetProps {
  children: ReactNode
  /** Called when the print dialog is closed, printed or not. */
  onDone: () => void
  /** Page size and margin in CSS. */
  page?: string
  /** Milliseconds to wait before the print dialog opens, besides loading the pictures. */
  wait?: number
}

/** CSS of a sheet of A4. */
const a4Css = 'A4 portrait; margin: 10mm'

/**
 * Prints its children and nothing else. Mount it to open the print dialog, unmount it in `onDone`. Invisible on screen;
 * waits for its pictures.
 */
export function PrintSheet({ children, onDone, page = a4Css, wait = 0 }: PrintSheetProps) {
  useEffect(() => {
    let isUnmounted = false
    // Some browsers return from print() before anything is printed, so the sheet stays until `afterprint`.
    window.addEventListener('afterprint', onDone)
    const pictures = [...document.querySelectorAll<HTMLImageElement>('#print-sheet img')]
    const waited = new Promise((resolve) => setTimeout(resolve, wait))
    void Promise.allSettled([waited, document.fonts.ready, ...pictures.map((picture) => picture.decode())]).then(() => {
      if (isUnmounted) return
      window.print()
    })
    return () => {
      isUnmounted = true
      window.removeEventListener('afterprint', onDone)
    }
  }, [onDone, wait])
  return createPortal(
    <>
      <GlobalStyle
        css={`
          @page { size: ${page}; }
          #print-sheet { position: absolute; left: -10000px; top: 0; }
          @media print {
            body > *:not(#print-sheet) { display: none !important; }
            body { background: #fff !important; color: #000 !important; }
            #print-sheet { position: static; }
          }
        `}
      />
      <div id="print-sheet">{children}</div>
    </>,
    document.body,
  )
}
