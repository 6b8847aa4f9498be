import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { genericMessage } from '#ui/problems.ts'
import { useCommand } from '#ui/useCommand.ts'
import { formatFailureText } from '../certificateTexts.ts'
import { type CertificateFormatRowFragment, SetUsualCertificateFormatDocument } from './formats.graphql.ts'
import { Button } from '#ui/kit/Button.tsx'

/** The button that sets or clears the school's usual format. */
export function UsualFormat({ format: { id, name, usual } }: { format: CertificateFormatRowFragment }) {
  const { schoolId } = useActiveSchool()
  const [change, saving] = useCommand(SetUsualCertificateFormatDocument, {
    success: usual ? t`There is no usual format now.` : t`${name} is the usual format now.`,
    failure: (_, failure) => formatFailureText(genericMessage(failure)),
  })

  return (
    <Button
      variant="quiet"
      loading={saving}
      onClick={() => void change({ schoolId, input: { id, usual: !usual } })}
      aria-label={usual ? t`Remove as usual: ${name}` : t`Make usual: ${name}`}
    >
      {usual ? t`Remove as usual` : t`Make usual`}
    </Button>
  )
}
