import { z } from 'zod'
import { id, lines, type Message, requestKey, requiredText, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { missingParts, missingPartsMessage } from './certificates.rules.ts'
import { fieldName, formatField } from './format.schema.ts'

/** Error when a certificate is issued with an empty field (specification, section 5). */
export const fillAllMessage = () => t`Please fill all the fields!`

/** Maximum length of a field's value. */
export const maxValueLength = 1000
/** Maximum number of fields of a format. */
export const maxFields = 150
/** Error when a format has more fields. */
export const tooManyFieldsMessage = () => t`At most ${maxFields} fields`

/** The fields of a format, in the order in which they are asked for. */
const formatFields = z
  .array(z.object({ name: fieldName, sr: z.number().int().min(0).max(9999) }))
  .max(maxFields, { error: tooManyFieldsMessage })
  .superRefine((fields, context) => {
    const seen = new Set<string>()
    for (const [index, { name }] of fields.entries()) {
      if (seen.has(name)) context.addIssue({ code: 'custom', path: [index, 'name'], message: t`This field is there already` })
      seen.add(name)
    }
  })

/** A layout that a certificate can be issued with. */
const certificateLayout = formatField.superRefine((format, context) => {
  const message = missingPartsMessage(missingParts(format))
  if (message) context.addIssue({ code: 'custom', message })
})

/** A format as the editor saves it. `id` null adds a format; `seen` is the version that was opened. */
export const formatForm = z.object({
  id: id.nullable(),
  seen: z.number().int().nullable(),
  name: requiredText(100),
  format: certificateLayout,
  fields: formatFields,
})

export const formatSeen = z.object({ id, seen: z.number().int() })

/** Sets a school's usual format; `usual` false leaves the school without one. */
export const usualFormatForm = z.object({ id, usual: z.boolean() })

export const draftView = z.object({ formatId: id, studentId: id })

/** The values typed into the fields. */
const values = z
  .array(z.object({ name: fieldName, value: lines(maxValueLength) }))
  .max(maxFields, { error: tooManyFieldsMessage })

/** `formatVersion` is the draft's version of the format, so that nobody issues a layout that was changed meanwhile. */
export const issueForm = z.object({
  key: requestKey,
  formatId: id,
  formatVersion: z.number().int(),
  studentId: id,
  values,
  disableStudent: z.boolean(),
  /** The student has come back since the last certificate and leaves again. */
  cameBack: z.boolean().optional(),
})

export const previewForm = z.object({ formatId: id, studentId: id, values })

const reason = requiredText(300)

export const duplicateForm = z.object({ key: requestKey, id, reason })

export const cancelForm = z.object({ id, reason, enableStudent: z.boolean() })

const noWholeNumber: Message = () => t`A whole number such as 1`

/** The number of a school's first certificate. */
export const nextSerialForm = z.object({
  next: z.coerce
    .number<string | number>({ error: noWholeNumber })
    .int({ error: noWholeNumber })
    .min(1, { error: () => t`Not less than ${1}` })
    .max(9_999_999, { error: () => t`At most ${9999999}` }),
})

export const certificateParams = z.object({ certificateId: id })

export const certificateState = z.enum(['VALID', 'CANCELLED']).meta({ graphql: 'CertificateState' })
const certificateFilter = z.enum(['VALID', 'CANCELLED', 'DUPLICATE']).meta({ graphql: 'CertificateFilter' })

/** A page of the issue register, newest first; `page` counts from 0. */
export const certificatesView = z.object({
  search: text(100).optional(),
  state: certificateFilter.nullish(),
  page: z.number().int().min(0).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})
