import { useRef, useState } from 'react'
import { noPdf } from '#shared/pdf.ts'
import { usePdf } from '#ui/pdf.ts'
import { sayError } from '#ui/snackbars.tsx'

/** Hands over the PDF of a certificate that was issued, marked as it stands now. */
export function useDownload(certificateId: string): { download: () => void; downloading: boolean } {
  const makePdf = usePdf()
  const busy = useRef(false)
  const [downloading, setDownloading] = useState(false)
  function download() {
    if (busy.current) return
    busy.current = true
    setDownloading(true)
    void makePdf('leavingCertificate', { certificateId })
      .catch((error: unknown) => sayError(error instanceof Error ? error.message : noPdf))
      .finally(() => {
        busy.current = false
        setDownloading(false)
      })
  }
  return { download, downloading }
}
