import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { roles } from '#shared/roles.ts'
import { action, type Permission } from '../action.ts'
import { type Call, PermissionAnswer, query } from '../command.ts'
import { spokenLanguage } from '../languages/speech.ts'
import { notSignedIn } from '../refusal.ts'
import { reloadSchool, type School } from '../school.ts'
import type { Viewer } from '../viewer.ts'
import { builder } from './builder.ts'
import { declaredWork } from './work.ts'

interface RefusedCommand {
  /** The name of the mutation. */
  name: string
  reason: string
}

/** Everybody who is signed in may ask about the own school; a SUPERADMIN about any and about none. */
const requireSchool = query({
  action: action<undefined>('refusedCommands.list', { roles }),
  input: z.object({}),
  // Read again, so that a module that was just switched on is never said to be off.
  run: async ({ call, schoolId, school }) => (await reloadSchool(call.database, schoolId)) ?? school,
})

/**
 * The answers, computed once for each state of what decides them: see {@link stateOf}. Computing one takes about 10 ms
 * of processor time for 230 mutations, and every page asks for it when it opens.
 */
const answers = new LRUCache<string, Promise<RefusedCommand[]>>({ max: 500 })

/**
 * Returns what general rules decide from: the role, whether an ADMIN is limited to classes, and the school's modules
 * and habits. `refusedCommands.test.ts` fails for a rule that reads anything else.
 */
function stateOf({ role, classIds }: Viewer, school: School): string {
  const flags = Object.entries(school).flatMap(([name, value]) => (value === true ? [name] : []))
  return [spokenLanguage(), role, classIds === null, school.id === 0, school.attType, ...flags.sort()].join(' ')
}

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
    extensions: declaredWork(5),
    resolve: async (_, { schoolId }, call, info) => {
      const school = await requireSchool(call, schoolId, {})
      if (!call.viewer) throw notSignedIn(call)
      const state = stateOf(call.viewer, school)
      let answer = answers.get(state)
      if (!answer) {
        answer = refusedIn(school, call, info)
        answers.set(state, answer)
        answer.catch(() => answers.delete(state))
      }
      return answer
    },
  }),
)

/** Asks every mutation of a school. The viewer must have been allowed into the school. */
export async function refusedIn(school: School, call: Call, info: GraphQLResolveInfo): Promise<RefusedCommand[]> {
  const refused: RefusedCommand[] = []
  for (const name of mutationsOfSchool(info.schema)) {
    const { allowed, reason } = await permissionTo(info, name, { ...call, permissionOnly: school })
    if (!allowed) refused.push({ name, reason: reason ?? '' })
  }
  return refused
}

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
async function permissionTo(
  info: GraphQLResolveInfo,
  name: string,
  call: Call & { permissionOnly: School },
): Promise<Permission> {
  const field = info.schema.getMutationType()?.getFields()[name]
  try {
    await field?.resolve?.({}, { schoolId: String(call.permissionOnly.id), id: '0', input: {} }, call, info)
  } catch (answer) {
    if (answer instanceof PermissionAnswer) return answer.permission
    throw answer
  }
  throw new Error(`${name} runs no command, and cannot be asked.`)
}
