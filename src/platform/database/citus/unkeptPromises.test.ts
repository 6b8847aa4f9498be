import { expect, test } from 'vitest'
import { sayUnkeptPromises } from './unkeptPromises.ts'

async function said(isCluster: boolean): Promise<string[]> {
  const lines: string[] = []
  await sayUnkeptPromises({ isCluster: async () => isCluster }, { warn: (_, line) => void lines.push(line) })
  return lines
}

test('at the start on a cluster the log says which promises it cannot keep', async () => {
  expect(await said(true)).toEqual([
    expect.stringContaining('npm run backup is refused'),
    expect.stringContaining('No sum is kept'),
  ])
})

test('on one PostgreSQL it says nothing', async () => {
  expect(await said(false)).toEqual([])
})
