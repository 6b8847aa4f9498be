import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { ensureDemo } from './ensureDemo.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

test('an installation with schools of its own gets no demo, and no demo accounts are offered', async () => {
  const said: string[] = []
  const { services } = await world.call('admin')
  expect(await ensureDemo(world, services.config, (text) => said.push(text))).toBe(false)
  expect(said).toEqual([])
})
