import { addDays, schoolDay } from '#shared/dates.ts'

/** Returns the variables that count the failed messages of the last seven days. */
export function failedMessagesVariables(schoolId: string) {
  const to = schoolDay(new Date())
  return { schoolId, input: { from: addDays(to, -6), to, state: 'FAILED', page: 0, pageSize: 1 } } as const
}
