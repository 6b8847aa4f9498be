import { execute, parse } from 'graphql'
import { schema } from '#app/schema.ts'
import type { Call } from '#platform/command.ts'
import { flagNames } from '#ui/activeSchool.ts'
import type { Who } from '../world/testWorld.ts'

/** All signed-in people who can view a screen. */
export const lookers = [
  'superadmin',
  'admin',
  'limitedAdmin',
  'fees',
  'teacher',
  'attendant',
  'student',
] as const satisfies readonly Who[]
export type Looker = (typeof lookers)[number]

/** Every module that a school can switch off. */
export const modules = flagNames

const document = parse('query ($schoolId: ID!) { refusedCommands(schoolId: $schoolId) { name reason } }')

/** Returns the mutations that the server would refuse, with the reasons. */
export async function refusedCommands(call: Call, schoolId: number): Promise<Map<string, string>> {
  const { data, errors } = await execute({ schema, document, contextValue: call, variableValues: { schoolId: String(schoolId) } })
  if (errors) throw errors[0]
  const { refusedCommands: refused } = data as unknown as { refusedCommands: { name: string; reason: string }[] }
  return new Map(refused.map(({ name, reason }) => [name, reason]))
}
