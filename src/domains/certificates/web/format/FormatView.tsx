import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { InnerPageHead } from '#ui/InnerPageHead.tsx'
import { countWithNoun } from '#shared/plural.ts'
import { backToFormats } from '../certificatesAddress.ts'
import { SheetView } from '../SheetView.tsx'
import { type KnownField, labelLookup } from './catalogue.ts'
import { missingPartsMessage } from '../../certificates.rules.ts'
import { FieldOrder } from './FieldOrder.tsx'
import type { CertificateFormatRowFragment } from './formats.graphql.ts'
import { emptyPaper, parsedFormat, pictureUrls } from './papers.ts'

export interface FormatViewProps {
  format: CertificateFormatRowFragment
  fields: readonly KnownField[]
}

/** Shows a format read-only. */
export function FormatView({ format, fields }: FormatViewProps) {
  const orderId = useId()
  const names = format.fields.toSorted((a, b) => a.sr - b.sr).map(({ name }) => name)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <InnerPageHead
        title={format.name}
        context="Read only. Formats are changed by the super administrator."
        back={backToFormats}
      />
      {format.missing.length > 0 && (
        <Alert severity="warning">
          {`No certificate can be issued with this format. ${missingPartsMessage(format.missing)} Ask the super administrator to change it.`}
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' } }}>
        <SheetView paper={emptyPaper(parsedFormat(format.format), pictureUrls(format.pictures))} />
        <section aria-labelledby={orderId}>
          <Typography variant="h2" id={orderId} sx={{ mb: 1 }}>
            {countWithNoun(names.length, 'field')} of this format
          </Typography>
          <FieldOrder names={names} labelOf={labelLookup(fields)} />
        </section>
      </Box>
    </Box>
  )
}
