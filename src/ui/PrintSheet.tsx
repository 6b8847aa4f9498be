import GlobalStyles from '@mui/material/GlobalStyles'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'

export interface PrintSheetProps {
  children: ReactNode
  /** Called once the print dialog is closed, printed or not. */
  onDone: () => void
  /** The page's size and margin as CSS knows them. */
  page?: string
  /** Milliseconds to wait before the print dialog opens, besides the pictures. */
  wait?: number
}

/**
 * Prints its children and nothing else: mount it to open the print dialog, unmount it in `onDone`.
 * On screen it is invisible; pictures inside are waited for.
 */
export function PrintSheet({ children, onDone, page = 'A4 portrait; margin: 10mm', wait = 0 }: PrintSheetProps) {
  useEffect(() => {
    let left = false
    // Some browsers return from print() before anything is printed: the sheet must stay until they say that they are done.
    window.addEventListener('afterprint', onDone)
    const pictures = [...document.querySelectorAll<HTMLImageElement>('#print-sheet img')]
    const waited = new Promise((resolve) => setTimeout(resolve, wait))
    void Promise.allSettled([waited, document.fonts.ready, ...pictures.map((picture) => picture.decode())]).then(() => {
      if (left) return
      window.print()
    })
    return () => {
      left = true
      window.removeEventListener('afterprint', onDone)
    }
  }, [onDone, wait])
  return createPortal(
    <>
      <GlobalStyles
        styles={`
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
