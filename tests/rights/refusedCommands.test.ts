import { execute, type GraphQLResolveInfo, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '#app/schema.ts'
import type { Call } from '#platform/command.ts'
import { mutationsOfSchool, refusedIn } from '#platform/graphql/refusedCommands.graphql.ts'
import { invalidateSchool, schoolById } from '#platform/school.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { documentFor } from '../matrix/documents.ts'
import { expectations } from '../matrix/expectations.ts'
import { type Ground, groundOn } from '../matrix/ground.ts'
import { lookers, modules, refusedCommands } from './asking.ts'

let given: TestDatabase
let ground: Ground

beforeAll(async () => {
  given = await testDatabase()
  ground = await groundOn(given.ownerUrl, { DATA_DIR: given.dataDir, SECRET_KEY: given.secretKey })
})

afterAll(async () => {
  await ground.close()
  await given.drop()
})

/** Returns the server's answer to a mutation with the matrix's variables: null on success, else code and message. */
async function answerOf(call: Call, name: string, schoolId: number): Promise<{ code: string; message: string } | null> {
  const { errors } = await execute({
    schema,
    document: parse(documentFor(schema, 'mutation', name)),
    contextValue: { ...call, database: ground.rehearsing },
    variableValues: { schoolId: String(schoolId), ...expectations[name]?.variables?.(ground.own) },
  })
  const error = errors?.[0]
  if (!error) return null
  const original = error.originalError
  const code = original && 'code' in original && typeof original.code === 'string' ? original.code : 'OTHER'
  return { code, message: error.message }
}

/**
 * Returns the differences between `refusedCommands` and the real answers. A rule about a single row may refuse a
 * mutation that is allowed in general.
 */
async function differences(call: Call, schoolId: number): Promise<string[]> {
  const refused = await refusedCommands(call, schoolId)
  const wrong: string[] = []
  for (const name of mutationsOfSchool(schema)) {
    const reason = refused.get(name)
    const answer = await answerOf(call, name, schoolId)
    const isRefusal = answer !== null && ['FORBIDDEN', 'DISABLED_MODULE'].includes(answer.code)
    const isWithoutSchool = schoolId === 0 && answer?.code === 'CONFLICT'
    if (reason !== undefined && answer === null) wrong.push(`${name}: said to be refused (${reason}), and carried out`)
    if (reason === undefined && (isRefusal || isWithoutSchool)) wrong.push(`${name}: not said, and refused (${answer?.message})`)
    if (reason !== undefined && (isRefusal || isWithoutSchool) && answer?.message !== reason)
      wrong.push(`${name}: said ${reason}, and answered ${answer?.message}`)
  }
  return wrong
}

/**
 * Mutations refused because of a row or value of the matrix's variables, by person or module: no general rule can know
 * it before.
 */
const byTheirInput: Readonly<Record<string, readonly string[]>> = {
  // An ADMIN limited to classes cannot undo another ADMIN's import.
  limitedAdmin: [
    'undoTeachersImport',
    'undoSectionsImport',
    'undoStudentsImport',
    'undoPhotosImport',
    'undoEarlierResultsImport',
    'undoScoresImport',
  ],
  teacher: ['undoScoresImport'],
  // The scan is of a QR code, while RFID cards are still read.
  qrcode: ['recordScans'],
  // The file is for the chat.
  chat: ['requestUpload'],
}

/** The same for everybody: the request is the clerk's own. */
const ofOtherPeople: readonly string[] = ['withdrawDiscount']

function unexplained(differing: readonly string[], because: string): string[] {
  return differing.filter(
    (line) => ![...(byTheirInput[because] ?? []), ...ofOtherPeople].some((name) => line.startsWith(`${name}: not said`)),
  )
}

describe('refusedCommands agrees with the answers to the mutations', () => {
  test.each(lookers)('for %s', async (who) => {
    expect(unexplained(await differences(await ground.world.call(who), ground.own.id), who)).toEqual([])
  })

  test('for a SUPERADMIN who has chosen no school', async () => {
    expect(await differences(await ground.world.call('superadmin'), 0)).toEqual([])
  })

  test.each(modules)('with the module %s off', async (module) => {
    const set = async (on: boolean) => {
      await ground.owner.query(
        `update schools set ${module.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} = $2 where id = $1`,
        [ground.own.id, on],
      )
      for (const database of [ground.database, ground.rehearsing]) invalidateSchool(database, ground.own.id)
    }
    await set(false)
    try {
      expect(unexplained(await differences(await ground.world.call('superadmin'), ground.own.id), module)).toEqual([])
    } finally {
      await set(true)
    }
  })

  test.each(lookers)('for %s the answer depends on nothing but the role, a limit to classes, modules and habits', async (who) => {
    const call = await ground.world.call(who)
    const school = await schoolById(ground.database, ground.own.id)
    if (!school || !call.viewer) throw new Error('The world has no such school or person.')
    const read = new Set<string>()
    const noting = <Facts extends object>(name: string, facts: Facts) =>
      new Proxy(facts, {
        get: (target, key) => {
          read.add(`${name}.${String(key)}`)
          return Reflect.get(target, key) as unknown
        },
      })
    // Which classes they are decides nothing: whoever asks for one fails.
    const classIds = call.viewer.classIds && new Proxy<number[]>([], { get: () => expect.unreachable() })
    const viewer = noting('viewer', { ...call.viewer, classIds })
    const facts = { ...call, viewer, permissionOnly: noting('school', school) }
    await refusedIn(facts.permissionOnly, facts, { schema } as GraphQLResolveInfo)
    const flags = Object.entries(school).flatMap(([key, value]) => (typeof value === 'boolean' ? [`school.${key}`] : []))
    const decisive = new Set(['viewer.role', 'viewer.classIds', 'school.id', 'school.attType', ...flags])
    expect([...read].filter((fact) => !decisive.has(fact))).toEqual([])
    expect(read).toContain('viewer.role')
  })

  test('every mutation of a school can be asked, and nobody asks about another school', async () => {
    const refused = await refusedCommands(await ground.world.call('student'), ground.own.id)
    expect(refused.size).toBeGreaterThan(100)
    await expect(refusedCommands(await ground.world.call('admin'), ground.other.id)).rejects.toThrow()
    await expect(refusedCommands(await ground.world.call('anonymous'), ground.own.id)).rejects.toThrow()
  })
})
