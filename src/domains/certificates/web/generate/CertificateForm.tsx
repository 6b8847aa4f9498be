import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { dismissSnackbars, showError } from '#ui/snackbars.ts'
import { StudentHead } from '#domains/classes/web/studentHead.exports.tsx'
import type { CertificatePaper } from '../../certificateSheet.ts'
import { fillAllMessage } from '../../certificates.schema.ts'
import { certificatesAddress } from '../certificatesAddress.ts'
import { parsedFormat, pictureUrls } from '../format/papers.ts'
import type { CertificateRowFragment } from '../list/certificateList.graphql.ts'
import { PaperDialog } from '../PaperDialog.tsx'
import { SheetView } from '../SheetView.tsx'
import type { CertificateDraftQuery } from './generate.graphql.ts'
import { Dues } from './Dues.tsx'
import { type Field, FieldInputs, FieldsPart, UnknownFields } from './FieldsPart.tsx'
import { useIssue } from './useIssue.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './CertificateForm.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Link as KitLink } from '#ui/kit/Link.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { useMedia } from '#ui/kit/useMedia.ts'

type Draft = CertificateDraftQuery['certificateDraft']

type Typed = Readonly<Record<string, string>>

/** Values typed for certificates that are not issued yet. In memory only, because they are about children. */
const typedValues = new Map<string, Typed>()

/** The dash for a field without a value. */
const dash = '—'

export interface CertificateFormProps {
  draft: Draft
  onIssued: (certificate: CertificateRowFragment) => void
  /** Called when the draft is outdated. */
  onStale: () => void
  /** The fields about the school, which can be entered once in its settings. */
  schoolFields: ReadonlySet<string>
}

/**
 * The form of a certificate with a preview of the paper beside it. First come the unknown fields that are needed, then
 * the other unknown ones, collapsed, then the prefilled ones.
 */
export function CertificateForm({ draft, onIssued, onStale, schoolFields }: CertificateFormProps) {
  const { student, fields, standing, serial, format } = draft
  const wide = useMedia('(min-width: 1200px)')
  const form = useRef<HTMLFormElement>(null)
  const { schoolId, viewer } = useActiveSchool()
  const typedKey = [viewer.id, schoolId, student.id, format.id].join(' ')
  // Typed values survive a reload of the draft and a visit to another tab.
  const [typed, setTyped] = useState<Typed>(() => typedValues.get(typedKey) ?? {})
  useEffect(() => {
    // Dashes are not kept, because the value may be known next time.
    typedValues.set(typedKey, Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== dash)))
  }, [typedKey, typed])
  const [showMissing, setShowMissing] = useState(false)
  const [disable, setDisable] = useState(false)
  const [cameBack, setCameBack] = useState(false)
  const [open, setOpen] = useState<'preview' | 'issue' | null>(null)

  const valueOf = (field: Field) => (field.fixed ? field.value : (typed[field.name] ?? field.value))
  const needed = fields.filter((field) => !field.fixed && !field.known && field.needed)
  const unknown = fields.filter((field) => !field.fixed && !field.known && !field.needed)
  const known = fields.filter((field) => !field.fixed && field.known)
  // In the order of the screen.
  const editable = [...needed, ...unknown, ...known]
  const [unknownShown, setUnknownShown] = useState(false)
  const empty = editable.filter((field) => valueOf(field).trim() === '')
  const fillable = empty.filter((field) => !field.needed)
  const values = editable.map((field) => ({ name: field.name, value: valueOf(field) }))
  const paper = paperOf(draft, new Map(fields.map((field) => [field.name, valueOf(field)])))
  const shown = useDeferredValue(paper)
  const { issue, issuing, download, downloading } = useIssue({
    draft,
    values,
    disableStudent: disable && !student.disabled,
    cameBack: standing !== null && cameBack,
    onIssued: (certificate) => {
      typedValues.delete(typedKey)
      onIssued(certificate)
    },
    onRefused: () => {
      setOpen(null)
      onStale()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (empty.length === 0) {
      dismissSnackbars()
      setOpen('issue')
      return
    }
    // A field in a collapsed section cannot take the focus, so the section opens first.
    flushSync(() => {
      setShowMissing(true)
      if (unknown.some((field) => empty.includes(field))) setUnknownShown(true)
    })
    showError(fillAllMessage())
    form.current?.querySelector<HTMLInputElement>(`[name="${CSS.escape(empty[0]?.name ?? '')}"]`)?.focus()
  }

  const change = (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value }))
  const inputs = (part: readonly Field[]) => (
    <FieldInputs fields={part} valueOf={valueOf} showMissing={showMissing} onChange={change} />
  )
  return (
    <div className={styles.grid}>
      <Stack ref={form} noValidate onSubmit={submit} gap={4} as="form">
        <StudentHead head={student}>
          <span>{t`next serial no. ${draft.serial}`}</span>
        </StudentHead>
        {standing && (
          <Alert
            kind="warning"
            action={
              <Button
                variant="quiet"
                as={Link}
                to={`${certificatesAddress()}&search=${standing.serial}`}
                size="small"
                className={styles.oneLine}
              >
                <Trans>Show it</Trans>
              </Button>
            }
          >
            {student.disabled
              ? t`This student has certificate no. ${standing.serial} of ${showMoment(standing.issuedAt)} already. Issue a duplicate of it, or cancel it before you make another. If the child came back, enable the student first.`
              : t`This student has certificate no. ${standing.serial} of ${showMoment(standing.issuedAt)} already. Issue a duplicate of it, or cancel it before you make another.`}
          </Alert>
        )}
        {standing && !student.disabled && (
          <Checkbox
            checked={cameBack}
            onChange={({ target: { checked: on } }) => setCameBack(on)}
            label={t`The child came back and leaves again: a second certificate, and the first stays valid`}
          />
        )}
        <Dues dues={draft.dues} name={student.name} />
        {needed.length + unknown.length > 0 && (
          <FieldsPart title={t`To be filled in`}>
            {inputs(needed)}
            {unknown.length > 0 && (
              <UnknownFields
                count={unknown.length}
                empty={unknown.filter((field) => empty.includes(field)).length}
                open={unknownShown}
                onToggle={setUnknownShown}
              >
                {inputs(unknown)}
                {unknown.some((field) => schoolFields.has(field.name)) && (
                  <Text tone="quiet" size="small">
                    <Trans>
                      Facts about the school are asked for each time until they are entered in{' '}
                      <KitLink as={Link} to="/settings">
                        Settings
                      </KitLink>
                      .
                    </Trans>
                  </Text>
                )}
              </UnknownFields>
            )}
          </FieldsPart>
        )}
        {fillable.length > 0 && (
          <Button
            onClick={() => setTyped((before) => ({ ...before, ...Object.fromEntries(fillable.map(({ name }) => [name, dash])) }))}
            className={styles.button}
          >
            {plural(fillable.length, {
              one: `Write ${dash} into # empty field`,
              other: `Write ${dash} into # empty fields`,
            })}
          </Button>
        )}
        {known.length > 0 && <FieldsPart title={t`Filled in from the records`}>{inputs(known)}</FieldsPart>}
        <Checkbox
          checked={disable && !student.disabled}
          onChange={({ target: { checked: on } }) => setDisable(on)}
          disabled={student.disabled}
          label={
            student.disabled
              ? t`The student is disabled already`
              : t`Disable the student: no sign-in, and not in the lists of enabled students`
          }
        />
        <Row gap={2} wrap>
          <Button type="submit" variant="primary" disabled={standing !== null && !(cameBack && !student.disabled)}>
            <Trans>Generate LC</Trans>
          </Button>
          <Button variant="quiet" onClick={() => setOpen('preview')}>
            <Trans>Preview</Trans>
          </Button>
        </Row>
      </Stack>
      {wide && (
        // Scrolled with the keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-label={t`The paper`} className={styles.section} tabIndex={0}>
          <SheetView paper={shown} preview />
        </section>
      )}
      {open === 'preview' && (
        <PaperDialog
          title={t`Preview · ${student.name}`}
          paper={paper}
          preview
          onClose={() => setOpen(null)}
          notice={
            empty.length > 0 && (
              <Alert kind="info" className={styles.alert}>
                {t`Still empty: ${empty.map(({ label }) => label).join(', ')}`}
              </Alert>
            )
          }
          actions={
            <Button loading={downloading} onClick={() => void download()}>
              <Trans>Download preview</Trans>
            </Button>
          }
        />
      )}
      {open === 'issue' && (
        <PaperDialog
          title={t`Generate this leaving certificate?`}
          closeLabel={t`Go Back`}
          paper={paper}
          preview
          onClose={() => !issuing && setOpen(null)}
          notice={
            <div className={styles.column}>
              <Dues dues={draft.dues} name={student.name} asks />
              <Alert kind="info">
                {t`It is made with the format ${format.name} and entered in the register with the next serial number (${serial} now). It cannot be changed afterwards, only cancelled.`}
                {disable && !student.disabled && <> {t`${student.name} is disabled at the same time.`}</>}
              </Alert>
            </div>
          }
          actions={
            <Button variant="primary" loading={issuing} autoFocus onClick={(event) => event.detail < 2 && void issue()}>
              {draft.dues.length > 0 ? t`Generate LC all the same` : t`Generate LC`}
            </Button>
          }
        />
      )}
    </div>
  )
}

function paperOf(
  { format, pictures, logoUrl, photoUrl, signatureUrl }: Draft,
  values: ReadonlyMap<string, string>,
): CertificatePaper {
  return {
    format: parsedFormat(format.format),
    picture: pictureUrls(pictures),
    logoUrl,
    photoUrl,
    signatureUrl,
    qr: null,
    stamps: [],
    value: (name) => values.get(name) ?? '',
  }
}
