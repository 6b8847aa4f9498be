import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { UploadPurpose } from '#shared/uploads.ts'
import { useUpload } from '../useUpload.ts'
import { type FieldProps, useField } from './field.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './FileField.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Progress } from '#ui/kit/Progress.tsx'
import { UploadFileIcon } from '#ui/kit/icons.ts'
import { FieldHint } from '#ui/kit/Field.tsx'

export interface FileFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  /** Purpose of the file, which sets its allowed types and size. */
  purpose: UploadPurpose
  /** URL of the file that the record already has. */
  storedUrl: string | null
  /** Renders the file by its URL: a picture, a link. */
  preview: (address: string) => ReactNode
}

/** File field. Uploads a file as soon as it is chosen; the form holds the upload's id, '' for none. */
export function FileField<Values extends FieldValues = FieldValues>(props: FileFieldProps<Values>) {
  const { label, purpose, storedUrl, preview, disabled, required } = props
  const { upload, accept, addressOf } = useUpload(purpose)
  const { field, error, hint } = useField<Values>(props)
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const [progress, setProgress] = useState<number | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  async function choose(file: File | undefined) {
    if (!file) return
    setFailed(null)
    setProgress(0)
    try {
      field.onChange(await upload(file, setProgress))
    } catch (problem) {
      setFailed(problem instanceof Error ? problem.message : t`Invalid file object`)
    } finally {
      setProgress(null)
      if (input.current) input.current.value = ''
    }
  }

  const text = failed ?? hint
  const wrong = failed !== null || error
  return (
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className={wrong ? styles.wrongLabel : styles.label}>
        {label}
        {required ? ' *' : ''}
      </p>
      <Row gap={2} align="center" wrap>
        {field.value && preview(addressOf(field.value) ?? storedUrl ?? '')}
        <Button
          icon={<UploadFileIcon />}
          ref={field.ref}
          disabled={(disabled ?? false) || progress !== null}
          onClick={() => input.current?.click()}
        >
          {field.value ? t`Change ${label}` : t`Choose ${label}`}
        </Button>
        {field.value && !disabled && (
          <Button variant="quiet" onClick={() => field.onChange('')}>
            <Trans>Remove {label}</Trans>
          </Button>
        )}
      </Row>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-labelledby={labelId}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {progress !== null && <Progress value={progress * 100} aria-label={t`Sending ${label}`} className={styles.progress} />}
      {text && <FieldHint error={wrong}>{text}</FieldHint>}
    </div>
  )
}
