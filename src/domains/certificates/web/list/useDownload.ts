import { useRef, useState } from 'react'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { usePdf } from '#ui/usePdf.ts'
import { showError } from '#ui/snackbars.ts'

/** Returns a function that downloads the PDF of an issued certificate, marked with its current state. */
export function useDownload(certificateId: string): { download: () => void; downloading: boolean } {
  const makePdf = usePdf()
  const busy = useRef(false)
  const [downloading, setDownloading] = useState(false)
  function download() {
    if (busy.current) return
    busy.current = true
    setDownloading(true)
    void makePdf('leavingCertificate', { certificateId })
      .catch((error: unknown) => showError(error instanceof Error ? error.message : pdfFailedMessage))
      .finally(() => {
        busy.current = false
        setDownloading(false)
      })
  }
  return { download, downloading }
}
