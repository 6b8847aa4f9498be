import { z } from 'zod'
import { id, requestKey, requiredText, secretText, text, uploadId } from '#shared/inputs.ts'
import { normalizeUserName } from '#shared/names.ts'
import { passwordProblem } from '#shared/passwords.ts'
import { phoneField } from '#shared/phones.ts'
import { assignableRoles } from '#shared/roles.ts'
import { passwordLength } from '#shared/signIn.ts'

/** An e-mail as it is stored and compared: lower-case. It is also the name a user signs in with. */
const email = z
  .string('Required')
  .trim()
  .toLowerCase()
  .min(1, 'Required')
  .max(254, 'At most 254 characters')
  .pipe(z.email('Please enter a valid email'))

const name = requiredText(100).transform(normalizeUserName)

const role = z.enum(assignableRoles, 'Required').meta({ graphql: 'AssignableRole' })

// The link is opened for the teacher, so it must not be able to run anything.
const webAddress = text(500).refine(
  (value) => value === '' || (URL.canParse(value) && ['https:', 'http:'].includes(new URL(value).protocol)),
  'A link begins with https://',
)

const wrongLength = `Password should have ${passwordLength.setByAdmin} characters.`
const password = secretText(wrongLength).length(passwordLength.setByAdmin, wrongLength).superRefine(notAPhone)
const passwordOrNone = secretText(wrongLength)
  .refine((value) => value === '' || value.length === passwordLength.setByAdmin, wrongLength)
  .superRefine(notAPhone)

/** Refuses the placeholder; the server knows the person's phones and the common passwords as well. */
function notAPhone(value: string, context: z.RefinementCtx): void {
  const message = value.length === passwordLength.setByAdmin ? passwordProblem(value) : null
  if (message) context.addIssue({ code: 'custom', message })
}

/**
 * The user form (specification, section 5). `classIds` counts for an ADMIN only, where no class means every class; the zoom
 * fields for a TEACHER only.
 */
export const userForm = z.object({
  name,
  phone: phoneField,
  email,
  role,
  classIds: z.array(id),
  zoomId: text(60),
  zoomPassword: text(60),
  zoomLink: webAddress,
  /** Not sent, it stays as it is stored; '' takes it away. */
  photoFile: uploadId.optional(),
})

/** A new user; without a password the phone is the initial one. */
export const newUser = userForm.extend({ password: passwordOrNone })

export const userUpdate = userForm.extend({ id })

export const userDisabled = z.object({ id, disabled: z.boolean() })

export const userPhoto = z.object({ id, photoFile: uploadId })

export const userPassword = z.object({ id, password })

export const userId = z.object({ id })

// Said beside the other fields' problems, not only once they are gone.
const atConfirmation = (message: string) => ({ path: ['confirmPassword'], message, when: () => true })

/** The password section of an existing user. */
export const passwordForm = z
  .object({ password, confirmPassword: secretText().min(1, 'Confirm Password is required') })
  .refine(
    (form) => form.confirmPassword === '' || form.password === form.confirmPassword,
    atConfirmation("Passwords don't match"),
  )

/** The Add User form: its password section may stay empty. */
export const newUserForm = newUser
  .extend({ confirmPassword: secretText() })
  .refine((form) => form.password === '' || form.confirmPassword !== '', atConfirmation('Confirm Password is required'))
  .refine(
    (form) => form.confirmPassword === '' || form.password === form.confirmPassword,
    atConfirmation("Passwords don't match"),
  )

/** One line of UserTemplate.csv. */
export const teacherRow = z.object({ name, phone: phoneField, email })

export const emailTwice = 'This email stands in the file twice.'

/** Far above any school's staff, and small enough for one statement. */
export const mostTeachers = 50_000

export const teacherImport = z.object({
  key: requestKey.optional(),
  rows: z.array(teacherRow).min(1, 'The file has no rows.').max(mostTeachers, `At most ${mostTeachers} users at once.`),
})
