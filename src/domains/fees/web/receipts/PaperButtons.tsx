import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ReceiptLanguages, receiptLanguageOptions } from '#shared/receiptLanguages.ts'
import { KeyCap } from '../counter/KeyCap.tsx'
import type { ShownReceipt } from './useReceipt.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon, PrintIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'

interface PaperButtonsProps {
  shown: Pick<ShownReceipt, 'languages' | 'setLanguages' | 'busy' | 'print' | 'download'>
  /** Whether the paper is loaded. */
  ready: boolean
  /** Shows that the key P prints. */
  withKey: boolean
  /** Further buttons, before those of the paper. */
  children?: ReactNode
}

/** The buttons to download and print a paper, and the choice of its languages. */
export function PaperButtons({ shown, ready, withKey, children }: PaperButtonsProps) {
  const { languages, setLanguages, busy, print, download } = shown
  return (
    <>
      <Select
        label={t`Print in`}
        compact
        value={languages ?? ''}
        disabled={!ready || busy !== null}
        onChange={(event) => setLanguages(event.target.value as ReceiptLanguages)}
      >
        {receiptLanguageOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {children}
      <Button
        variant="quiet"
        icon={<DownloadIcon />}
        loading={busy === 'download'}
        disabled={!ready || busy !== null}
        onClick={download}
      >
        <Trans>Download PDF</Trans>
      </Button>
      <Button
        variant="primary"
        icon={<PrintIcon />}
        endIcon={withKey && <KeyCap>P</KeyCap>}
        loading={busy === 'print'}
        disabled={!ready || busy !== null}
        onClick={print}
      >
        <Trans>Print</Trans>
      </Button>
    </>
  )
}
