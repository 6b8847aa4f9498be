/** Every demo account's password and phone number. */
export const demoPassword = '9876543210'

/** The accounts of the demo, as the README lists them. */
export const demoAccounts = [
  'superadmin@shala.test',
  'admin@shala.test',
  'fees@shala.test',
  'teacher@shala.test',
  'attendant@shala.test',
  'student@shala.test',
] as const
