import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type ReceiptLanguages, receiptLanguageOptions } from '#shared/receiptLanguages.ts'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon, PrintIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { usePdf } from '#ui/usePdf.ts'

interface CardToolsProps {
  /** The published card, of which there is a PDF; null for a draft. */
  publishedId: string | null
  languages: ReceiptLanguages
  onLanguages: (languages: ReceiptLanguages) => void
  onPrint?: () => void
  children?: ReactNode
}

/** What a reader does with a report card: choose its languages, print it, save it as a PDF. */
export function CardTools({ publishedId, languages, onLanguages, onPrint, children }: CardToolsProps) {
  const download = usePdf()
  const [isDownloading, setDownloading] = useState(false)

  async function savePdf(id: string) {
    setDownloading(true)
    try {
      await download('reportCard', { id, languages })
    } catch (error) {
      showError(error instanceof Error ? error.message : genericMessage(failureOf(error)))
    } finally {
      setDownloading(false)
    }
  }

  return (
    <Row gap={2} align="center" wrap>
      <Select
        label={t`Language of the report card`}
        compact
        value={languages}
        onChange={({ target }) => onLanguages(target.value as ReceiptLanguages)}
      >
        {receiptLanguageOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {onPrint && (
        <Button icon={<PrintIcon size={18} />} onClick={onPrint}>
          <Trans>Print</Trans>
        </Button>
      )}
      {publishedId !== null && (
        <Button icon={<DownloadIcon size={18} />} loading={isDownloading} onClick={() => void savePdf(publishedId)}>
          <Trans>Download PDF</Trans>
        </Button>
      )}
      {children}
    </Row>
  )
}
