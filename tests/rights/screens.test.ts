import './browserParts.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { schema } from '#app/schema.ts'
import type { Call } from '#platform/command.ts'
import { invalidateSchool } from '#platform/school.ts'
import type { ActiveSchool } from '#ui/activeSchool.ts'
import { type AppRoute, isRouteEnabled } from '#ui/routes.ts'
import { canSee } from '#ui/shell/Guard.tsx'
import { screenWords } from '#ui/shell/screenWords.ts'
import { type TestWorld, testWorld } from '../world/testWorld.ts'
import { type Looker, modules, refusedCommands } from './asking.ts'
import { drawn } from './screen.tsx'

vi.mock('#ui/data/useQuery.ts', () => import('./answeredQuery.tsx'))
// It reads the page's document on load.
vi.mock('#ui/nonce.ts', () => ({ nonce: '' }))

const tables = import.meta.glob<{ routes: AppRoute[] }>('../../src/domains/*/web/routes.tsx')

/**
 * Buttons of screens, each with its mutation. A button that is not listed is not compared.
 * Screens are rendered as on a server, without a document. So row menus and everything that opens are missing: dialogs,
 * option lists, and forms behind a button. A row has its own `viewerCan`, and every form built with `useCommandForm`
 * reads `refusedCommands` itself (refusedCommands.test.ts compares it with the server's answers).
 */
const buttons: Readonly<Record<string, string>> = {
  'Add Account': 'addBankAccount',
  'Add Bus': 'addBus',
  'Add Category': 'addExpenseCategory',
  'Add Class': 'addClass',
  'Add Design': 'saveIdCardDesign',
  'Add Device': 'addGateDevice',
  'Add Fees Category': 'addFeeCategory',
  'Add Holidays': 'addHolidays',
  'Add School': 'addSchool',
  'Add Section': 'addSection',
  'Add Template': 'saveMessageTemplate',
  'Add Term': 'addTerm',
  'Add Type': 'addIncidentType',
  'Add the usual types': 'addUsualIncidentTypes',
  'Ask for the Erasure': 'askForErasure',
  'Assign Students By CSV': 'assignFeeCategory',
  'Change the first number': 'setNextSerial',
  'Disable Student': 'setStudentDisabled',
  'Edit Fees Categories': 'setStudentFeeCategories',
  'Edit Student': 'updateStudent',
  'Erase Student': 'eraseStudent',
  'Export Everything': 'orderStudentData',
  'Hold the whole school': 'holdNotices',
  'Login slips': 'handOutSectionCodes',
  'Make Report': 'orderReport',
  'Make links': 'makeGuardianLinks',
  'New Conversation': 'openChatThread',
  'Record Incident': 'recordIncidents',
  'Save School Names': 'setSmsNames',
  'Start the camera': 'recordScans',
  'Stop the Erasure': 'stopErasure',
  'Upload Fees Categories': 'importFeeCategories',
  'Write to the Teachers': 'openChatThread',
}

let world: TestWorld
let routes: AppRoute[]

beforeAll(async () => {
  world = await testWorld()
  routes = (await Promise.all(Object.values(tables).map((load) => load()))).flatMap((domain) => domain.routes)
})

afterAll(() => world.close())

/** Returns what a rendered page enables: its forms, and the listed buttons that are enabled. */
function enabledIn(html: string): string[] {
  const forms = [...html.matchAll(/data-mutation="([^"]+)"/g)].map((match) => match[1] ?? '')
  const pressed = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)]
    .filter((match) => !/ disabled=""/.test(match[1] ?? ''))
    .map((match) => {
      const spoken = /aria-label="([^"]*)"/.exec(match[1] ?? '')?.[1]
      return buttons[spoken ?? (match[2] ?? '').replace(/<style.*?<\/style>|<[^>]+>/gs, '').trim()]
    })
  return [...forms, ...pressed.filter((name) => name !== undefined)]
}

interface Walk {
  /** A mutation with the URL of the screen that enables it. */
  enabled: { mutation: string; address: string }[]
  pages: Map<string, string>
}

/** Opens every screen that a person may see, and every tab of it. */
async function walk(call: Call, schoolId: number, flags: Partial<ActiveSchool['flags']> = {}): Promise<Walk> {
  const on = Object.fromEntries(modules.map((module) => [module, flags[module] ?? true])) as ActiveSchool['flags']
  const found: Walk = { enabled: [], pages: new Map() }
  const viewer = call.viewer
  if (!viewer) throw new Error('The call has no viewer.')
  const seen = routes.filter(
    (route) =>
      canSee(viewer.role, String(viewer.schoolId), route.allow) &&
      (schoolId === 0 ? route.withoutSchool : isRouteEnabled(route, { flags: on })),
  )
  for (const route of seen) {
    const { default: Screen } = await route.load()
    const place = route.path.replace(':id', String(world.own.student7A))
    const tabs = ['']
    for (const tab of tabs) {
      const address = tab === '' ? place : `${place}?tab=${tab}`
      const html = await drawn(call, schoolId, Screen, route.path, address)
      if (tab === '') tabs.push(...[...html.matchAll(/id="tab-([^"]+)"/g)].slice(1).map((match) => match[1] ?? ''))
      found.pages.set(address, html)
      found.enabled.push(...enabledIn(html).map((mutation) => ({ mutation, address })))
    }
  }
  return found
}

async function refusedThere(call: Call, schoolId: number, { enabled }: Walk): Promise<string[]> {
  const refused = await refusedCommands(call, schoolId)
  return enabled.filter(({ mutation }) => refused.has(mutation)).map(({ mutation, address }) => `${address} enables ${mutation}`)
}

test('every listed button belongs to a mutation of the schema', () => {
  expect(Object.values(buttons).filter((name) => !schema.getMutationType()?.getFields()[name])).toEqual([])
})

describe('screens enable only what the server would accept', { timeout: 600_000 }, () => {
  test.each<Looker>(['superadmin', 'admin', 'fees', 'teacher', 'attendant', 'student'])('for %s', async (who) => {
    const call = await world.call(who)
    const walked = await walk(call, world.own.id)
    expect(walked.pages.size).toBeGreaterThan(0)
    expect(await refusedThere(call, world.own.id, walked)).toEqual([])
    if (who === 'admin')
      expect(walked.enabled.map(({ mutation }) => mutation)).toEqual(
        expect.arrayContaining(['addUser', 'updateSchool', 'addTerm', 'addBus', 'addStudent', 'addHolidays', 'addIncidentType']),
      )
  })

  test('for an ADMIN limited to classes, with the reason in School Settings and Terms', async () => {
    const call = await world.call('limitedAdmin')
    const walked = await walk(call, world.own.id)
    expect(await refusedThere(call, world.own.id, walked)).toEqual([])
    const refused = await refusedCommands(call, world.own.id)
    expect(walked.pages.get('/settings')).toContain(refused.get('updateSchool'))
    expect(walked.pages.get('/settings?tab=terms')).toContain(refused.get('addTerm'))
    expect(walked.enabled.map(({ mutation }) => mutation)).toContain('addUser')
  })

  test('for a SUPERADMIN who has chosen no school', async () => {
    const call = await world.call('superadmin')
    const walked = await walk(call, 0)
    expect([...walked.pages.keys()]).toEqual(expect.arrayContaining(['/schools', '/schools?tab=add']))
    expect(await refusedThere(call, 0, walked)).toEqual([])
  })

  test('for an ADMIN of a school with every module off', async () => {
    const off = Object.fromEntries(modules.map((module) => [module, false]))
    await world.database.kysely.updateTable('schools').set(off).where('id', '=', world.own.id).execute()
    invalidateSchool(world.database, world.own.id)
    const call = await world.call('admin')
    expect(await refusedThere(call, world.own.id, await walk(call, world.own.id, off))).toEqual([])
  })
})

test('the palette’s other words are of screens in the menu', () => {
  const inMenu = new Set(routes.filter(({ menu }) => menu).map(({ path }) => path))
  expect(Object.keys(screenWords).filter((path) => !inMenu.has(path))).toEqual([])
})
