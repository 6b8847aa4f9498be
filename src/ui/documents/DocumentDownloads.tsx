import { useState } from 'react'
import { failureOf, genericMessage, endsSession } from '../problems.ts'
import { showError } from '../snackbars.ts'
import { type DocumentFile, type DocumentJob, hasNoFiles, retentionText, sizeText, downloadableFiles } from './documentTexts.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon } from '#ui/kit/icons.ts'

export interface DocumentDownloadsProps {
  job: DocumentJob
  /** Fetches the document again, because its file URLs expire within minutes. */
  fresh: () => Promise<DocumentJob>
}

/** Download buttons of a document's files. */
export function DocumentDownloads({ job, fresh }: DocumentDownloadsProps) {
  const [running, setRunning] = useState<string | null>(null)

  async function download(format: DocumentFile['format']) {
    setRunning(format)
    try {
      const now = await fresh()
      const file = now.files.find((candidate) => candidate.format === format)
      if (file) startDownload(file)
      else if (hasNoFiles(now)) showError(retentionText(now))
    } catch (error) {
      const failure = failureOf(error)
      if (!endsSession(failure)) showError(genericMessage(failure))
    } finally {
      setRunning(null)
    }
  }

  return (
    <Row gap={2} wrap>
      {downloadableFiles(job).map(({ file, label }, place) => (
        <Button
          key={file.format}
          variant={place === 0 ? 'primary' : 'normal'}
          icon={<DownloadIcon />}
          loading={running === file.format}
          title={`${file.name}, ${sizeText(file.size)}`}
          onClick={() => void download(file.format)}
        >
          {label}
        </Button>
      ))}
    </Row>
  )
}

/** The response is an attachment with a file name, so the page stays. */
function startDownload({ url, name }: DocumentFile): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
