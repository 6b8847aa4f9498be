import DownloadIcon from '@mui/icons-material/Download'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { failureOf, genericText, isSignedOut } from '../problems.ts'
import { sayError } from '../snackbars.tsx'
import { type DocumentFile, type DocumentJob, isGone, keptWords, sizeWords, takenFiles } from './documentWords.ts'

export interface DocumentDownloadsProps {
  job: DocumentJob
  /** Fetches the document anew, as the addresses of its files hold for minutes only. */
  fresh: () => Promise<DocumentJob>
}

/** A button for every file of a document. */
export function DocumentDownloads({ job, fresh }: DocumentDownloadsProps) {
  const [running, setRunning] = useState<string | null>(null)

  async function download(format: DocumentFile['format']) {
    setRunning(format)
    try {
      const now = await fresh()
      const file = now.files.find((one) => one.format === format)
      if (file) follow(file)
      else if (isGone(now)) sayError(keptWords(now))
    } catch (error) {
      const failure = failureOf(error)
      if (!isSignedOut(failure)) sayError(genericText(failure))
    } finally {
      setRunning(null)
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {takenFiles(job).map(({ file, label }, place) => (
        <Button
          key={file.format}
          variant={place === 0 ? 'contained' : 'outlined'}
          startIcon={<DownloadIcon />}
          loading={running === file.format}
          loadingPosition="start"
          title={`${file.name}, ${sizeWords(file.size)}`}
          onClick={() => void download(file.format)}
        >
          {label}
        </Button>
      ))}
    </Box>
  )
}

/** The answer says how the file is called and that it is to be saved, so the page stays. */
function follow({ url, name }: DocumentFile): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
