import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { z } from 'zod'
import { roles } from '#shared/roles.ts'
import { action, type Permission } from '../action.ts'
import { type Call, PermissionAnswer, query } from '../command.ts'
import { builder } from './builder.ts'

interface RefusedCommand {
  /** The name of the mutation. */
  name: string
  reason: string
}

/** Everybody who is signed in may ask about the own school; a SUPERADMIN about any and about none. */
const requireSchool = query({
  action: action<undefined>('refusedCommands.list', { roles }),
  input: z.object({}),
  run: () => Promise.resolve(),
})

const RefusedCommandType = builder.objectRef<RefusedCommand>('RefusedCommand').implement({
  description: 'A mutation that the viewer is refused in a school whatever its input, and why.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the mutation, such as addTerm.' }),
    reason: t.exposeString('reason'),
  }),
})

builder.queryField('refusedCommands', (t) =>
  t.field({
    type: [RefusedCommandType],
    description: 'The mutations of a school that the viewer would be refused whatever the input. Screens do not offer them.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call, info) => {
      await requireSchool(call, schoolId, {})
      const answers = await Promise.all(
        mutationsOfSchool(info.schema).map(async (name) => ({ name, ...(await permissionTo(info, name, schoolId, call)) })),
      )
      return answers.flatMap(({ name, allowed, reason }) => (allowed ? [] : [{ name, reason: reason ?? '' }]))
    },
  }),
)

/** Returns the names of the mutations with a school argument. */
export function mutationsOfSchool(schema: GraphQLSchema): string[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter((field) => field.args.some((arg) => arg.name === 'schoolId'))
    .map((field) => field.name)
}

/**
 * Asks the command of a mutation through the mutation's own resolver, so that no second list maps mutations to actions.
 * The command answers before it reads its input.
 *
 * @throws Error for a mutation that runs no command
 */
async function permissionTo(info: GraphQLResolveInfo, name: string, schoolId: string, call: Call): Promise<Permission> {
  const field = info.schema.getMutationType()?.getFields()[name]
  try {
    await field?.resolve?.({}, { schoolId, id: '0', input: {} }, { ...call, permissionOnly: true } satisfies Call, info)
  } catch (answer) {
    if (answer instanceof PermissionAnswer) return answer.permission
    throw answer
  }
  throw new Error(`${name} runs no command, and cannot be asked.`)
}
