import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { InnerPageHead } from '#ui/InnerPageHead.tsx'
import { backToFormats } from '../certificatesAddress.ts'
import { SheetView } from '../SheetView.tsx'
import { type KnownField, labelLookup } from './catalogue.ts'
import { missingPartsMessage } from '../../certificates.rules.ts'
import { FieldOrder } from './FieldOrder.tsx'
import type { CertificateFormatRowFragment } from './formats.graphql.ts'
import { emptyPaper, parsedFormat, pictureUrls } from './papers.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './FormatView.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Heading } from '#ui/kit/Text.tsx'

export interface FormatViewProps {
  format: CertificateFormatRowFragment
  fields: readonly KnownField[]
}

/** Shows a format read-only. */
export function FormatView({ format, fields }: FormatViewProps) {
  const orderId = useId()
  const names = format.fields.toSorted((a, b) => a.sr - b.sr).map(({ name }) => name)
  return (
    <Stack gap={4}>
      <InnerPageHead
        title={format.name}
        context={t`Read only. Formats are changed by the super administrator.`}
        back={backToFormats}
      />
      {format.missing.length > 0 && (
        <Alert kind="warning">
          {t`No certificate can be issued with this format. ${missingPartsMessage(format.missing)} Ask the super administrator to change it.`}
        </Alert>
      )}
      <div className={styles.grid}>
        <SheetView paper={emptyPaper(parsedFormat(format.format), pictureUrls(format.pictures))} />
        <section aria-labelledby={orderId}>
          <Heading level={2} id={orderId} className={styles.spaced}>
            <Trans>
              <Plural value={names.length} one="# field" other="# fields" /> of this format
            </Trans>
          </Heading>
          <FieldOrder names={names} labelOf={labelLookup(fields)} />
        </section>
      </div>
    </Stack>
  )
}
