import { z } from 'zod'
import { id, requestKey, requiredText, secretText, text, uploadId } from '#shared/inputs.ts'
import { normalizeUserName } from '#shared/names.ts'
import { passwordProblem } from '#shared/passwords.ts'
import { phoneField } from '#shared/phones.schema.ts'
import { assignableRoles } from '#shared/roles.ts'
import { passwordLength } from '#shared/signIn.ts'
import { t } from '#shared/texts.ts'

const required = () => ({ error: () => t`Required` })

/** An e-mail, parsed to lower case. The user signs in with it. */
const email = z
  .string(required())
  .trim()
  .toLowerCase()
  .min(1, required())
  .max(254, { error: () => t`At most 254 characters` })
  .pipe(z.email({ error: () => t`Please enter a valid email` }))

const name = requiredText(100).transform(normalizeUserName)

const role = z.enum(assignableRoles, required()).meta({ graphql: 'AssignableRole' })

// Only http(s), because the app opens this link for the teacher and a javascript: link would run code.
const webAddress = text(500).refine(
  (value) => value === '' || (URL.canParse(value) && ['https:', 'http:'].includes(new URL(value).protocol)),
  { error: () => t`A link begins with https://` },
)

const wrongLength = () => t`Password should have ${passwordLength.setByAdmin} characters.`
const password = secretText(wrongLength).length(passwordLength.setByAdmin, { error: wrongLength }).superRefine(notAPhone)
const passwordOrNone = secretText(wrongLength)
  .refine((value) => value === '' || value.length === passwordLength.setByAdmin, { error: wrongLength })
  .superRefine(notAPhone)

/** Refuses the placeholder phone. The server also checks the person's phones and common passwords. */
function notAPhone(value: string, context: z.RefinementCtx): void {
  const message = value.length === passwordLength.setByAdmin ? passwordProblem(value) : null
  if (message) context.addIssue({ code: 'custom', message })
}

/**
 * The user form (specification, section 5). Classes apply to an ADMIN only, who is limited to them. `limitedToClasses`
 * says whether an ADMIN without classes sees none of them or all. The zoom fields apply to a TEACHER only.
 */
export const userForm = z.object({
  name,
  phone: phoneField,
  email,
  role,
  limitedToClasses: z.boolean(),
  classIds: z.array(id),
  zoomId: text(60),
  zoomPassword: text(60),
  zoomLink: webAddress,
  /** A missing value keeps the stored photo; '' removes it. */
  photoFile: uploadId.optional(),
})

/** A new user. Without a password, the phone is the first password. */
export const newUser = userForm.extend({ password: passwordOrNone })

export const userUpdate = userForm.extend({ id })

export const userDisabled = z.object({ id, disabled: z.boolean() })

export const userPhoto = z.object({ id, photoFile: uploadId })

export const userPassword = z.object({ id, password })

export const userId = z.object({ id })

// Checked always (`when`), so that this problem is reported together with those of other fields.
const atConfirmation = (error: () => string) => ({ path: ['confirmPassword'], error, when: () => true })
const requiredConfirmation = () => t`Confirm Password is required`
const otherConfirmation = () => t`Passwords don't match`

/** The password section of the form for an existing user. */
export const passwordForm = z
  .object({ password, confirmPassword: secretText().min(1, { error: requiredConfirmation }) })
  .refine((form) => form.confirmPassword === '' || form.password === form.confirmPassword, atConfirmation(otherConfirmation))

/** The Add User form, whose password section is optional. */
export const newUserForm = newUser
  .extend({ confirmPassword: secretText() })
  .refine((form) => form.password === '' || form.confirmPassword !== '', atConfirmation(requiredConfirmation))
  .refine((form) => form.confirmPassword === '' || form.password === form.confirmPassword, atConfirmation(otherConfirmation))

/** A row of UserTemplate.csv. */
export const teacherRow = z.object({ name, phone: phoneField, email })

export const emailTwice = () => t`This email is in the file twice.`

/** Maximum number of rows: above the staff of any school, and small enough for one statement. */
export const mostTeachers = 50_000

export const teacherImport = z.object({
  key: requestKey.optional(),
  rows: z
    .array(teacherRow)
    .min(1, { error: () => t`The file has no rows.` })
    .max(mostTeachers, { error: () => t`At most ${mostTeachers} users at once.` }),
})
