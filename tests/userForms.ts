import type { addUser } from '#domains/users/server/users.commands.ts'

let count = 0

/** Returns the input of a new TEACHER with a unique e-mail. */
export function newUserInput(values: object = {}) {
  count += 1
  return {
    name: `new user ${count}`,
    phone: '9876543210',
    email: `new${count}@own.test`,
    role: 'TEACHER',
    limitedToClasses: false,
    classIds: [],
    zoomId: '',
    zoomPassword: '',
    zoomLink: '',
    password: '',
    ...values,
  }
}

/** Returns the input for a change of a user, as the edit dialog sends it. */
export function userForm(user: Awaited<ReturnType<typeof addUser>>, changes: object = {}) {
  const { id, name, phone, email, role, zoomId, zoomPassword, zoomLink, limitedToClasses, classes } = user
  return {
    id,
    name,
    phone,
    email,
    role,
    zoomId,
    zoomPassword,
    zoomLink,
    limitedToClasses,
    classIds: classes.map((userClass) => userClass.id),
    ...changes,
  }
}
